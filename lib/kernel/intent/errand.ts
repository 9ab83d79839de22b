import { ERRAND_TERMS, ERRAND_WORDS, TALK_TERMS } from "../../codebase/query/errand_words.ts";
import { STOP_WORDS } from "../../codebase/query/stop_words.ts";
import { englishTokens, type Evidence } from "./lexicon.ts";
import type { Shape } from "./shapes.ts";

/** Asks for a place or for how code does something: `which file merges the options`, `how are tags compared`, `在哪里打包`. */
const ASKS_FOR_CODE =
  /\b(where|which (file|function|class|module|method|part|component|line|test)s?|how (does|is|are|did|do (?!i\b|we\b|you\b)))\b|哪里|哪儿|在哪|哪个(文件|函数|类|模块|方法|组件)|怎么(实现|工作|处理|做到|做的)|是(怎么|如何)|原理/i;
/** Asks for a reason; of a check that went wrong it is the check's output that says it. */
const ASKS_WHY = /\bwhy\b|为什么|为啥/i;
const WENT_WRONG =
  /\b(red|fail\w{0,4}|broken|breaks?|breaking|flaky|crash\w{0,3})\b|失败|挂|红|不过|没过|报错/i;
/** Asks in so many words for a change of the code, which is work in the code whatever it names. */
const ASKS_FOR_CHANGE =
  /\b(?:fix(?:es|ing)?|refactor(?:ing)?|debug(?:ging)?|optimi[sz]e|implement|improve)\b|修复|重构|调试|优化|实现/i;
/** Shapes that commands to be run have too. */
const COMMAND_SHAPES: ReadonlySet<string> = new Set(["shell command", "command flag"]);
/** Shorter words are grammar, or what apostrophes leave over. */
const MIN_WORD = 3;
/** A Chinese verb below this is said of anything: 看看, 改一下. */
const TELLING_VERB = 0.3;
/** Goes on from what was just done: 剩下的也一样处理. */
const GOES_ON =
  /剩下的|其余|其他的|另外(那|几|一)?个|也(一样|照)|照(着|这样|刚才)|同样(处理|改)|按(刚才|这个|上面)/;
/** Characters of grammar and small talk: what is left beside them and known words is content. */
const SMALL_TALK =
  /[的了吗呢吧啊呀哦嘛在是和与跟让请我你您他它们也都就才会要想能可以有再又还没不别过点下上来去看说写改跑做弄搞完好行对错这那哪个些次遍先后前把被给用到从里面中出回事一二两三几多少大小新旧清楚怎么什样啥谁何时候为因所以但或者及全部个帮忙麻烦刚才现已经最近今昨明天直接自己东西意思算该应当得着成]/g;

/**
 * Whether a prompt (simplified) asks for work around the code and names nothing in it: `commit this`, `run the tests again`, `CI 又挂了`. One other
 * word of content, a name, or a question for a place is enough for it to be none: `run the tests of the parser`, `where are the tests run?`.
 */
export function isErrand(
  text: string,
  { words, shapes, named }: { words: readonly Evidence[]; shapes: readonly Shape[]; named: boolean },
): boolean {
  if (named || !shapes.every(({ name }) => COMMAND_SHAPES.has(name))) return false;
  if (
    ASKS_FOR_CHANGE.test(text) || ASKS_FOR_CODE.test(text) || (ASKS_WHY.test(text) && !WENT_WRONG.test(text))
  ) return false;
  const chinese = words.filter(({ role, match, weight }) =>
    /[\u4e00-\u9fff]/.test(match) && (role === "noun" || (role === "verb" && weight >= TELLING_VERB))
  );
  if (!chinese.every(({ match }) => ERRAND_TERMS.has(match) || TALK_TERMS.has(match))) return false;
  const { chores, content: rest } = chineseRest(text, words);
  if (rest) return false;
  const prose = PHRASES.reduce((left, phrase) => left.replaceAll(phrase, " "), text.toLowerCase());
  const phrases = prose.length < text.length ? 1 : 0;
  const content = englishTokens(prose).filter(({ word }) => !STOP_WORDS.has(word));
  const errands = content.filter(({ forms }) => forms.some((form) => ERRAND_WORDS.has(form)));
  const others = content.filter((token) => token.word.length >= MIN_WORD && !errands.includes(token));
  return others.length === 0 && chores + phrases + errands.length > 0;
}

const PHRASES = [...ERRAND_WORDS].filter((word) => word.includes(" "));
const TERMS = [...ERRAND_TERMS, ...TALK_TERMS].filter((term) => term.length > 1)
  .sort((a, b) => b.length - a.length);

/** How many chores the Chinese of a text speaks of, and whether more is said than chores and small talk. */
function chineseRest(text: string, words: readonly Evidence[]): { chores: number; content: boolean } {
  let rest = text;
  let chores = 0;
  if (!/[\u4e00-\u9fff]/.test(text)) return { chores, content: false };
  if (GOES_ON.test(text)) chores++;
  for (const term of TERMS) {
    if (!rest.includes(term)) continue;
    rest = rest.replaceAll(term, " ");
    if (ERRAND_TERMS.has(term)) chores++;
  }
  for (const { match } of words) rest = rest.replaceAll(match, " ");
  return { chores, content: /[\u4e00-\u9fff]{2}/.test(rest.replace(SMALL_TALK, " ")) };
}
