/** `how is the leader chosen?`, `where does the font come from?`, `what happens when …`, `at which step does the blacklist apply?` */
const ENGLISH = new RegExp(
  "^(?:" + [
    "(?:how|where|when|why) (?:is|are|was|were|does|do|did|gets?) ",
    "how (?:often|many times|long|early|late|fast) (?:is|are|does|do) ",
    "what (?:happens|makes|triggers|decides|determines|limits|causes|prevents|keeps|sets|controls|stops|handles) ",
    "(?:at|on|in) (?:which|what) (?:step|point|stage|place|layer|case|order) ",
  ].join("|") + ")",
  "i",
);
const ENGLISH_OPENER =
  /^(?:(?:so|and|but|ok|okay|hey|hi|also|now|please)[,:]? |(?:can|could) you (?:tell|show) me |tell me |explain |i wonder ){0,3}/i;
/** Words of an English question that say nothing of what it is about. */
const EMPTY =
  /^(?:how|where|when|why|what|which|who|is|are|was|were|does|do|did|gets?|the|a|an|its?|this|that|these|those|to|of|in|on|at|for|from|by|with|and|or|be|been|so|such|much|many|often|long|happens|makes|works?|working|comes?|goes|go|there|here|they|them|we|our|us|if|then|still|even|ever|all|any|some|one|things?|people)$/i;

/** 水印是怎么画到图上的, 手续费按什么规则算, 数据多久落一次盘, 如果上游返回 429 会怎么样 */
const CHINESE =
  /怎么(?!样|办|说|念|读|去|走|吃)|如何(?![？?。\s]*$)|怎样|哪里|哪儿|在哪|哪一步|哪一层|哪个环节|什么时候|什么情况下|谁来|谁负责|为什么|为何|多久|会怎么?样|[按据]什么|的过程|的流程/;
/** What opens so asks how to do something, unless it is for the code to do: 怎么搭一个鸟窝, but 怎么判断一个节点已经失联. */
const HOW_TO = /^(?:该|要|应该)?(?:怎么|如何|怎样)(?!判断|知道|保证|防止|避免|区分|识别|确定|决定|实现)/;
/** `a schedule for the last working day fires on the wrong day`, 同一张桌子却被两位客人订走了 */
const COMPLAINT =
  /\b(?:wrong|wrongly|incorrect(?:ly)?|instead of|never|no longer|twice|ignor(?:es|ed)|missing|lost|loses|stuck|hangs?|too (?:early|late|many|few|often)|even though|although|unexpected(?:ly)?|should(?:n't| not)?|cannot|can't|won't|doesn't|does not|isn't|is not)\b|不对|错误地|丢失|丢了|重复|没有|不会|不能|不再|漏了|少了|多了|却|反而|仍然/i;
const MIN_CHINESE_COMPLAINT = 8;
const MIN_WORDS_COMPLAINT = 4;
/** Whoever speaks of people asks no program. */
const PERSON = /\b(?:my|your|i|you|he|she|his|her)\b|[我你您他她]|人们|大家/i;
const AMONG_US = /我们|咱们?|[帮给]我/g;
const MIN_CHINESE = 6;
const MAX_CHARS = 240;

/**
 * Whether a prompt (simplified) asks how something works or where it happens, or says what goes wrong, in words that need not be of the trade: `how
 * is the leader chosen?`. Whether that is about code, only the repository can say.
 */
export function asksOrComplains(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS || trimmed.includes("\n")) return false;
  const said = trimmed.replace(AMONG_US, "").replace(ENGLISH_OPENER, "");
  if (PERSON.test(said)) return false;
  const chinese = said.match(/[\u4e00-\u9fff]/g)?.length ?? 0;
  if (chinese > 0) {
    if (HOW_TO.test(said)) return false;
    return chinese >= MIN_CHINESE && CHINESE.test(said) ||
      chinese >= MIN_CHINESE_COMPLAINT && COMPLAINT.test(said);
  }
  return contentWords(said) >= MIN_WORDS_COMPLAINT && COMPLAINT.test(said) ||
    said.split(/[.:;!?,]\s+(?=how|where|when|why|what|at|in|on)/i).some(isQuestion);
}

function isQuestion(question: string): boolean {
  return ENGLISH.test(question) && contentWords(question) >= (/\bthe\b/i.test(question) ? 1 : 2);
}

function contentWords(text: string): number {
  return (text.match(/[A-Za-z][A-Za-z0-9'-]{2,}/g) ?? []).filter((word) => !EMPTY.test(word)).length;
}
