/** Tells our own hook, which the user may have put into codex, that this prompt has its context already. */
export const WRAPPED = "AUTO_TOOLS_WRAPPED";
