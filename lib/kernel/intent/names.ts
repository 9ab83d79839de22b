/** Names a prompt holds, in order of appearance, each once. */
export interface Names {
  /** Identifiers: `parseConfig`, `LruCache`, `user_id`, `app.config`, backticked words, `foo()`. */
  symbols: string[];
  /** Files and folders, with `/` between segments and without line numbers. */
  paths: string[];
}

/** Names kept of each kind: what a search can use; more of them is a pasted file, not a question. */
const MAX_NAMES = 20;
const MAX_NAME_CHARS = 200;

/** Endings that make a bare name a file. */
const FILE_ENDINGS = new Set(
  `ts tsx js jsx mjs cjs mts cts vue svelte astro py pyi ipynb rb go rs java kt kts scala groovy swift m mm c h cc cpp cxx hpp hh cs fs vb php
   pl pm lua r jl ex exs erl hs ml mli clj cljs dart zig nim sol asm sh bash zsh fish ps1 bat cmd sql graphql gql proto thrift json jsonc
   json5 yaml yml toml ini cfg conf env lock xml html htm css scss sass less md mdx rst txt csv tf hcl gradle cmake mk bzl nix wasm patch
   diff log properties plist ejs hbs pug erb jinja j2 tmpl snap bats`.split(/\s+/),
);
/** Folders that a relative path begins with when it has no file at its end. */
const CODE_FOLDERS = new Set(
  `src lib libs app apps test tests spec specs packages pkg cmd internal docs doc scripts config configs server client web api core crates
   components pages hooks utils tools bin examples modules plugins public static assets migrations models views controllers services
   cli backend frontend include vendor node_modules build dist deploy infra charts .github .vscode .git`
    .split(/\s+/),
);
const WHOLE_FILES =
  /^(Dockerfile|Makefile|Gemfile|Rakefile|Procfile|Jenkinsfile|Vagrantfile|CMakeLists\.txt|\.(env|gitignore|npmrc|eslintrc|prettierrc|dockerignore|editorconfig|babelrc|nvmrc)[\w.]{0,20})$/;
/** Names of products that look like identifiers. */
const BRANDS = new Set(
  `JavaScript TypeScript GitHub GitLab LinkedIn YouTube PowerPoint ChatGPT OpenAI WhatsApp TikTok PayPal MacBook WordPress FaceTime DeepSeek
   WeChat iPhone iPad iMac iOS macOS eBay iCloud AirPods PlayStation McDonald StackOverflow PostgreSQL MySQL MongoDB NodeJS FastAPI
   DoorDash AirBnB HarmonyOS VSCode PhD McKinsey DevOps SaaS LaTeX QuickBooks GraphQL`.split(/\s+/),
);

const URL_TEXT = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>()]{1,2000}/gi;
/** A run of characters that paths are made of; the lengths keep a hostile run from costing more than itself. */
const PATH_TOKEN = /@?(?:[A-Za-z]:)?[\w.\-@+~$[\]\\/\u4e00-\u9fff]{2,400}/g;
const BACKTICKED = /`([^`\n]{1,120})`/g;
const IDENTIFIER = /[A-Za-z_$][\w$]{1,199}(?:(?:\.|::|->|#)[A-Za-z_$][\w$]{0,199}){0,8}(\(\))?/g;
const CALL = /([A-Za-z_$][\w$]{2,199})\(/g;

/** Whether an identifier could not be an English word: humps, an underscore within, a digit between letters. */
function isShaped(name: string): boolean {
  if (BRANDS.has(name) || BRANDS.has(name.replace(/s$/, ""))) return false;
  return /[a-z0-9][A-Z]/.test(name) || /[A-Z]{2,}[a-z]{2,}/.test(name) && !/^[A-Z]+s$/.test(name) ||
    /[A-Za-z0-9]_[A-Za-z0-9]|^__?\w/.test(name);
}

function isDotted(name: string): boolean {
  const parts = name.split(/\.|::|->|#/);
  if (parts.length < 2 || parts.some((part) => part.length < 2)) return false;
  if (parts.some(isShaped) || /::|->/.test(name)) return true;
  const last = parts.at(-1) ?? "";
  return !/^(com|org|net|io|dev|edu|gov|app|ai|co|uk|de|cn|js)$/i.test(last) &&
    !FILE_ENDINGS.has(last.toLowerCase()) &&
    !/^[A-Z]/.test(last) && parts.every((part) => part === part.toLowerCase());
}

/** The path in a token, or nothing: line numbers, quotes and sentence ends taken off, `\` turned round. */
function pathOf(token: string): string | undefined {
  const mentioned = token.startsWith("@");
  const bare = token.replace(/^@/, "").replaceAll("\\", "/").replace(
    /^[^\w./~$[]{1,3}|[.,;:!?\])\u4e00-\u9fff]{1,200}$/g,
    "",
  );
  const path = /^[^\u4e00-\u9fff]/.test(bare)
    ? bare.split(/(?<=\.\w{1,8})(?=[\u4e00-\u9fff])/)[0] ?? bare
    : bare.replace(/^[\u4e00-\u9fff]{1,400}/, "");
  if (path.length < 2 || path.length > MAX_NAME_CHARS || /^[\d./-]+$/.test(path) || path.includes("//")) {
    return undefined;
  }
  const segments = path.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1) ?? "";
  if (WHOLE_FILES.test(last)) return path;
  const ending = /[^.]\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(last)?.[1]?.toLowerCase();
  if (segments.length === 1) {
    const file = ending !== undefined && FILE_ENDINGS.has(ending) &&
      !/^(node|vue|next|nuxt|express|three|d3)\.js$/i.test(last);
    return file ? path : undefined;
  }
  if (ending !== undefined) return path;
  const rooted = /^(\.{1,2}|~|)\//.test(path) && segments.length > 1;
  return rooted || CODE_FOLDERS.has(segments[0] ?? "") || (mentioned && segments.length > 1) ||
      segments.length > 3
    ? path
    : undefined;
}

/** Without one of these signs a text names no path and no symbol; most short prompts have none, and no pattern is compiled for them. */
const PATH_SIGN = /[./\\]|file/;
const SYMBOL_SIGN = /[_.:#>`(]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;

/** Symbols and paths of `text`; linear in its length. */
export function namesIn(text: string): Names {
  const paths = new Set<string>();
  const symbols = new Set<string>();
  const prose = text.includes("://") ? text.replace(URL_TEXT, " ") : text;
  const rest = !PATH_SIGN.test(prose) ? prose : prose.replace(PATH_TOKEN, (token) => {
    const path = pathOf(token);
    if (path === undefined) return token;
    paths.add(path);
    return " ";
  });
  if (!SYMBOL_SIGN.test(rest)) return { symbols: [], paths: [...paths].slice(0, MAX_NAMES) };
  const found: { at: number; name: string }[] = [];
  for (const { 1: inner = "", index } of rest.matchAll(BACKTICKED)) {
    const name = inner.trim().replace(/\(.{0,100}\)$/, "");
    if (/^[\w$.:#@\-/]{2,100}[?!]?$/.test(name) && /[A-Za-z]/.test(name)) found.push({ at: index, name });
  }
  for (const { 0: whole, 1: call, index } of rest.matchAll(IDENTIFIER)) {
    const name = whole.replace(/\(\)$/, "");
    if (call !== undefined || isDotted(name) || (!/[.:>#]/.test(name) && isShaped(name))) {
      found.push({ at: index, name });
    } else if (/[.:>#]/.test(name)) {
      for (const part of name.split(/\.|::|->|#/)) {
        if (part.length > 2 && isShaped(part)) found.push({ at: index, name: part });
      }
    }
  }
  for (const { 1: name = "", index } of rest.matchAll(CALL)) {
    if (isShaped(name)) found.push({ at: index, name });
  }
  found.sort((a, b) => a.at - b.at);
  for (const { name } of found) symbols.add(name);
  return { symbols: [...symbols].slice(0, MAX_NAMES), paths: [...paths].slice(0, MAX_NAMES) };
}
