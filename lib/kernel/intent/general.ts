/** Languages and tools that a question may be about as such. */
const TOOL =
  "python|java|javascript|js|typescript|ts|go|golang|rust|c|c\\+\\+|c#|ruby|php|kotlin|swift|bash|shell|zsh|powershell|sql|css|html|vim|emacs|linux|unix|macos|windows|docker|git|excel|regex|awk|sed|tar|curl|redis|mysql|postgres|nginx|numpy|pandas";
/** Words that tie a question to what is at hand. */
const HERE =
  /\b(this|our|here|these|that|repo|repository|codebase|project)\b|这个|这里|我们|咱们|项目|仓库|代码库|本/i;

/** A name, a path or a piece of code: whoever shows one asks about it. */
const CODE = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[`/{}<]|\w\(|\w\.\w/;

/** Questions that a textbook answers, and those to the assistant about itself. Each repeat is bounded. */
const GENERAL: readonly RegExp[] = [
  // how do I reverse a list in Python? write a regex in JavaScript
  new RegExp(
    `^(?:how (?:do|can|would|should) (?:i|you|we|one)|how to|what(?:'s| is| are)|explain|show me|give me|write)\\b[^\\n]{1,160}\\b(?:in|with|on|using) (?:${TOOL})[\\s?.!]*$`,
    "i",
  ),
  // Python 里怎么反转列表, tar 怎么解压到指定目录
  new RegExp(
    `^(?:在|用)?\\s?(?:${TOOL})(?![a-z0-9+#])\\s?(?:里|中|里面|上|下)?[^\\n]{0,40}?(?:怎么|如何|怎样|区别|意思)[^\\n]{0,60}$`,
    "i",
  ),
  // what's the difference between a mutex and a semaphore?
  /\bdifferences? between an? [\w-]{2,30}(?: [\w-]{2,30})? and an? [\w-]{2,30}(?: [\w-]{2,30})?[\s?.!]*$/i,
  // what is dependency injection? what does idempotent mean? 什么是闭包
  /^(?:what(?:'s| is| are) (?:an? )?[a-z-]{2,30}(?: [a-z-]{2,30}){0,2}|what does [a-z-]{2,30}(?: [a-z-]{2,30})? mean)[\s?.!]*$/i,
  /^(?:什么是|何为|何谓)[^\n，。,]{1,16}[？?。]?$/,
  // should I learn Rust or Go? X 和 Y 选哪个好
  /^(?:should i|is it worth|which (?:one )?is [a-z]{3,12})\b[^\n]{1,120}\bor\b/i,
  /(?:选哪个|哪个好|哪个更好|选型)[^\n]{0,6}$/,
  // which model are you running on? how much context do you have left?
  /^(?:what|which|how|who|are|do|did|have|were)\b[^\n]{0,60}\b(?:are|do|did|have|were) you\b[^\n]{0,60}$|^(?:are|do|did|have|were) you\b/i,
  /^(?:你|您)(?:是|用|能|会|叫|还|刚|有没有|记得|觉得|的)/,
];

/** Weight such a question speaks against one about this code: no noun of the trade makes up for it. */
export const GENERAL_WEIGHT = 1;

/** The question, where `text` (simplified) is one that has nothing to do with any repository by its form. */
export function generalQuestion(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 240 || trimmed.includes("\n") || HERE.test(trimmed) || CODE.test(trimmed)) {
    return undefined;
  }
  return GENERAL.some((pattern) => pattern.test(trimmed)) ? trimmed : undefined;
}
