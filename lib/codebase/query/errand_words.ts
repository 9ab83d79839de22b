/**
 * Words of the work around the code: version control, checks, chores, talk about the task itself. Every repository has these things and none of its
 * files is one, so they say where to look only beside a word that does. Base forms; `_` stands for a space.
 */
const ENGLISH = [
  // Version control and the places where it is shared.
  `git commit push pull rebase merge branch stash cherry pick squash amend tag checkout clone fetch remote origin upstream main master pr prs
   pull_request mr diff conflict fork github gitlab patch hotfix release version changelog sign signoff repo repository uncommitted staged unstaged stage hash`,
  // Checks and what becomes of them.
  `ci cd pipeline workflow build rebuild check test tests suite unit integration e2e coverage lint linter linting format formatter formatting prettier eslint
   resolve ready typecheck compile compiler compilation warning error failure fail failing pass passing green red broken break rerun run flaky regression`,
  // Chores of a project.
  `install dependency dep deps package npm pnpm yarn pip cargo docker server dev start restart launch deploy deployment ship publish script env localhost local
   locally environment production staging cleanup bump upgrade`,
  // Talk about the task, the answer and what went before.
  `plan todo step option part point issue ticket story description summary summarize message title note review approach idea estimate requirement
   change edit modification update fix revert undo redo continue proceed finish complete done word reply question detail comment file files code
   faster slower quicker shorter longer simpler better smaller cleaner nicer quick fast slow short bit more less fewer rest remaining previous last latest everything everywhere
   nothing anything yesterday today tomorrow yet sensible proper short brief again whole entire tell open apply write rewrite clean tidy optimize improve speed
   performance speedup progress status result output log logs thing stuff model conversation chat`,
  // What stands around all of these.
  `create tick forget forgot miss mistake onto far two three four five second third together separate separately both half usual normal`,
].join(" ");

const CHINESE =
  `提交 推送 推到 拉取 拉一下 分支 合并 合到 合并请求 变基 冲突 标签 版本 发版 发布 上线 部署 仓库 远程 本地 更新日志 回滚 暂存 信息 测试 单测 单元测试 集成测试 用例 测试用例 跑 运行 执行 编译 构建
   打包 警告 报错 错误 失败 通过 流水线 格式化 格式 检查 覆盖率 依赖 安装 启动 重启 服务 环境 脚本 日志 计划 任务 步骤 方案 思路 需求 总结 说明 回答 改动 撤销 回退
   优化 性能 整理 清理 重构 注释 删掉 删除 新建 速度 快 慢 继续 剩下 其他 模型 上下文 窗口 会话 状态 进度 结果 输出`;

/** What any talk about code has: no errand, and no place either. */
const CHINESE_TALK = `代码 文件 问题 修改 更新 修复 情况`;

/** Stand-alone words, and phrases with a space, in base form and lower case. */
export const ERRAND_WORDS: ReadonlySet<string> = setOf(ENGLISH);

/** Chinese terms, simplified. */
export const ERRAND_TERMS: ReadonlySet<string> = setOf(CHINESE);
export const TALK_TERMS: ReadonlySet<string> = setOf(CHINESE_TALK);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map((word) => word.replaceAll("_", " ")));
}
