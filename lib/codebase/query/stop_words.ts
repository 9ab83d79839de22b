/** Words that say nothing about a place in the code: grammar, politeness, and what every issue and every request says. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above actual actually after again all also always am an and any anyone anything are as at be became because been before being
  below better between both bug but by call came can cannot cause caused causes change changes code com could currently describe described
  description did do doc docs does doesn doing don done down during each either else etc even every example expect expected feel few file files
  find fine first fix fixed fixes following for found from further get gets getting give given go going good got had has have having he hello help
  her here hi him his how however i if ill im in instead into is isn issue issues it its itself ive just kind know like line lines
  look looks make makes making many may maybe me might more most much must my need needed needs new nice no not note nothing now of off ok
  on once one only or org other our out over own perhaps please possible possibly previous problem project question quite rather really reason
  related repo report repository reproduce reproducible result same see seems seen shall she should show shown since so some something
  somehow steps still such sure take than thank thanks that the their them then there these they thing things think this those though
  through thus to too try trying under until up us use used user users uses using usage version very via want wanted wants was wasn way
  we well went were what when where whether which while who whole why will wish with within without won wont work working works would wrong yes
  yet you your yourself behavior behaviour implement implemented implementation add added adding update updated remove removed explain handled handle
  let lets tell happen happens happening`.split(/\s+/),
);

/** Second halves of verbs that code writes as one word: `look up`, `set up`, `time out`. */
export const PARTICLES: ReadonlySet<string> = new Set("up out in off on down back over away by".split(" "));

/** Words that stand in code everywhere: as translations of a Chinese term they say little. */
export const EVERYDAY: ReadonlySet<string> = new Set(
  "add all call class code data do execute get handle handler id item key line list log make name new number of on open process put row run set show to type use value view wrap"
    .split(" "),
);

/** Chinese phrases without a subject, removed before pairs of characters are formed. Longest first. */
export const STOP_PHRASES: readonly string[] =
  `为什么会 为什么 怎么样 怎么办 怎么 怎样 如何 请问 请帮我 帮我 麻烦 一下 一个 这个 那个 这里 那里 哪里 哪些 哪个 什么 是否 可以 应该 需要 能够 能不能
  可不可以 有没有 没有 不能 不会 不是 就是 还是 但是 因为 所以 如果 的话 的时候 时候 之后 之前 以后 以前 目前 现在 当前 已经 或者 以及 并且 而且 然后 我们 你们 他们 它们 自己 进行 通过 对于
  关于 这样 那样 一些 所有 每个 问题 代码 项目 仓库 文件 实现 修复 修改 增加 添加 支持 优化 解决 出现 发现 导致 存在 使用 相关 地方 位置 看看 看一下 解释 说明 的 了 吗 呢 吧 啊 在 是 和 与 把 被 让 给 请 我 你 它 也 都 就 会 要 有`
    .split(/\s+/).sort((a, b) => b.length - a.length);
