import { STACK_TRACE } from "./shapes.ts";

/** What the user wants done with the code. Words of each kind: Chinese ones stand in simplified characters and need no borders. */
const KINDS = {
  search:
    /\b(where|which|find|locate|search|look up|who (calls|uses|imports))\b|哪里|哪儿|在哪|哪个|哪些|哪一层|找一下|找到|找出|搜索|查找|定位/i,
  debug:
    /\b(bugs?|debug\w{0,4}|fix(es|ed|ing)?|fail(s|ed|ing|ure|ures)?|broken|crash(es|ed|ing)?|errors?|exceptions?|panic(s|ked)?|traceback|stack ?trace|leaks?|deadlocks?|race condition|flaky|hangs?|wrong|regression|root cause|not work(ing)?|doesn't work|why (does|is|are|do|did)n?'?t?)\b|(Error|Exception)\b|报错|修复|修一下|错误|异常|崩溃|闪退|挂了|失败|死锁|泄漏|溢出|不生效|没反应|空指针|乱码|排查|调试|为什么|不对/i,
  impact:
    /\b(impact|affect(s|ed)?|break(s|ing)? (if|when|by)|what (would )?breaks|who (uses|imports|depends)|depend(s|ents) on|safe to (remove|delete|change|rename)|if I (change|remove|delete|rename)|blast radius|side effects? of (chang|remov|renam))|影响|波及|依赖它|谁(在)?(用|依赖)|能不能删|可以删/i,
  refactor:
    /\b(refactor\w{0,4}|restructur\w{1,4}|clean ?up|simplif(y|ies|ied)|extract|decoupl\w{1,3}|split|renam(e|es|ed|ing)|dead code|duplicat\w{1,4})\b|重构|解耦|拆分|拆一下|抽取|重命名|改名|简化|精简|死代码/i,
  structure:
    /\b(architecture|structure|overview|modules?|entry ?point|call (chain|graph|hierarchy|tree)|dependenc(y|ies) (graph|between)|how (does|do|is|are) |explain|design|flow|callers?|callees?|who calls)\b|架构|结构|模块|梳理|流程|调用|入口|启动|怎么实现|解释|介绍|关系|原理/i,
  complexity:
    /\b(complexit(y|ies)|complex|cyclomatic|cognitive load|too (long|big|many (lines|branches|parameters))|god (class|object)|spaghetti|hard to (read|maintain|test))\b|复杂度|太复杂|过于复杂|太长了|难以维护/i,
  history:
    /\b(recent(ly)?|last (week|month|commit|release|change)|chang(ed|es) (most|often|recently)|git (log|blame|history)|blame|history|who (wrote|changed|added|touched)|when (was|did)|hot ?spots?|churn|changelog|commits?)\b|最近|谁改|谁写|什么时候(改|加|引入)|提交记录|热点|历史|改动/i,
  change:
    /\b(add|implement|support|create|make|write|update|upgrade|bump|remove|delete|replace|convert|migrate|port|change|allow|enable|disable|introduce|expose|handle)\b|增加|添加|新增|加上|加一个|加个|加|实现|支持|修改|改成|改为|换成|删除|删掉|去掉|升级|迁移|补/i,
} as const;

export type Kind = keyof typeof KINDS;

/** A tier-2 tool that the prompt calls for, and the words that did. */
export interface TierTwoCall {
  tool: string;
  reason: string;
  /** The prompt asks for just this: where the tool may not run, its user is told. A word that only suits the tool (`bug`, `影响`) is everyday talk. */
  asked: boolean;
}

/** `asks`: what only this tool answers; `suits`: what it helps with. */
const TIER_TWO: readonly { tool: string; reason: string; asks: RegExp; suits: RegExp }[] = [
  {
    tool: "ci_call_chain",
    reason: "asks who calls whom",
    asks:
      /\b(call[- ]?(chain|graph|hierarchy|tree|path)s?|callers?|who (calls|invokes)|what (calls|invokes)|(is|are|gets?) called (by|from)|where is \S{1,80} called)\b|调用链|调用关系|调用图|谁(在)?调用|哪里调用|在哪调用/i,
    suits: /\b(call[- ]?(path|flow|stack)s?|callees?)\b|调用栈|被谁|上下游/i,
  },
  {
    tool: "ci_bug_locate",
    reason: "asks for the cause of a failure",
    asks:
      /\b(root cause|(locate|find|where is|track down) (the |this |a )?bugs?)\b|根因|根本原因|定位(一下)?(问题|缺陷|bug)|问题(出)?在哪/i,
    suits:
      /\b(bugs?|debug\w{0,4}|stack ?trace|traceback|crash(es|ed|ing)?|panic(s|ked)?|segfault|memory leak|deadlocks?|race condition|regression|exception|why (does|do|is|are|did) [^\n]{1,80}(fail|hang|break|broken|wrong|throw|leak)\w{0,3})\b|[a-z](Error|Exception)\b|缺陷|报错|崩溃|闪退|空指针|死锁|泄漏|溢出|排查|为什么[^\n]{0,30}(失败|挂|错)/i,
  },
  {
    tool: "ci_impact",
    reason: "asks what a change affects",
    asks:
      /\b(impact (of|on)|blast radius|what (would |will )?(breaks?|be affected)|break(s|ing)? (if|when) (I|we)|safe to (remove|delete|change|rename)|if (I|we) (change|remove|delete|rename))\b|影响(范围|面|到?(哪|什么|谁))|(会|有)(什么|哪些|啥)?影响|波及|能不能删|可以删|改了会|删了会/i,
    suits: /\b(impact|affect(s|ed)?|depends on|dependents)\b|影响/i,
  },
  {
    tool: "ci_complexity",
    reason: "asks how complex the code is",
    asks:
      /\b(complexit(y|ies)|(too|overly|most|how) complex|cyclomatic)\b|复杂度|太复杂|过于复杂|最复杂|多复杂/i,
    suits: /\b(god (class|object)|spaghetti|hard to (maintain|read|test))\b|难以维护/i,
  },
  {
    tool: "ci_hotspot",
    reason: "asks where the code changes most",
    asks:
      /\b(hot ?spots?|churn|chang(ed|es|ing) (the )?(most|often|frequently)|most (changed|frequently changed|edited|modified))\b|热点|改动(最|频繁|很)|最常改|经常改|频繁(修改|改动|变更)/i,
    suits:
      /\b(recently changed|changed recently|tech(nical)? debt|risk(y|iest) (files?|code|parts?))\b|最近改动|技术债|改动(最|频繁|很)/i,
  },
];

/** Kinds of a prompt whose Chinese is simplified, in the order of the table; `["search"]` when nothing says more. */
export function kindsOf(text: string): Kind[] {
  const kinds = KIND_NAMES.filter((kind) => KINDS[kind].test(text));
  return kinds.length === 0 ? ["search"] : kinds;
}
const KIND_NAMES: readonly Kind[] = [
  "search",
  "debug",
  "impact",
  "refactor",
  "structure",
  "complexity",
  "history",
  "change",
];

/** Tier-2 tools the prompt calls for, in the order of the table. Whoever shows a stack trace need not say what it is. */
export function tierTwoOf(text: string, shapes: readonly string[]): TierTwoCall[] {
  return TIER_TWO.flatMap(({ tool, reason, asks, suits }) => {
    const shown = tool === "ci_bug_locate" && shapes.includes(STACK_TRACE) ? STACK_TRACE : undefined;
    const match = (asks.exec(text) ?? suits.exec(text))?.[0].trim() ?? shown;
    if (match === undefined) return [];
    return [{ tool, reason: `${reason} ("${match.slice(0, 40)}")`, asked: asks.test(text) }];
  });
}
