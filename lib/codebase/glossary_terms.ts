/** Chinese programming terms and the English words that code uses for them. */
export const GLOSSARY_TERMS: readonly string[] = [
  "登录: login signin auth",
  "重试: retry",
  "缓存: cache",
  "配置: config",
  "超时: timeout",
  "解析: parse",
];
