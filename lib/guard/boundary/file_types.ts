/*
 * What files are, by their names: a list, since no rule tells a format from its name. What stands here is source, documentation, a known format of
 * builds and configuration, or text that projects keep; anything else may be what somebody keeps credentials in.
 */

/** What a file is written in. `text` stands for known text that is neither program, configuration nor documentation. */
export type Language =
  | "typescript"
  | "javascript"
  | "python"
  | "go"
  | "rust"
  | "java"
  | "kotlin"
  | "scala"
  | "groovy"
  | "c"
  | "cpp"
  | "objc"
  | "csharp"
  | "fsharp"
  | "ruby"
  | "php"
  | "swift"
  | "bash"
  | "powershell"
  | "perl"
  | "lua"
  | "r"
  | "julia"
  | "elixir"
  | "erlang"
  | "haskell"
  | "ocaml"
  | "clojure"
  | "dart"
  | "zig"
  | "nim"
  | "sql"
  | "proto"
  | "graphql"
  | "css"
  | "html"
  | "config"
  | "doc"
  | "text";

const EXTENSIONS = byName([
  ["typescript", "ts tsx mts cts vue svelte astro"],
  ["javascript", "js jsx mjs cjs"],
  ["python", "py pyi pyx pxd"],
  ["go", "go"],
  ["rust", "rs"],
  ["java", "java"],
  ["kotlin", "kt kts"],
  ["scala", "scala sc"],
  ["groovy", "groovy gradle"],
  // Tables of macro calls that C and C++ include are `.def`; what Windows calls so lists names and defines nothing.
  ["c", "c h def"],
  ["cpp", "cc cpp cxx c++ hpp hh hxx h++ ipp inl tpp cu cuh ino"],
  ["objc", "m mm"],
  ["csharp", "cs"],
  ["fsharp", "fs fsx fsi"],
  ["ruby", "rb rake gemspec ru"],
  ["php", "php phtml"],
  ["swift", "swift"],
  ["bash", "sh bash zsh ksh bats"],
  ["powershell", "ps1 psm1"],
  ["perl", "pl pm"],
  ["lua", "lua"],
  ["r", "r"],
  ["julia", "jl"],
  ["elixir", "ex exs"],
  ["erlang", "erl hrl"],
  ["haskell", "hs"],
  ["ocaml", "ml mli"],
  ["clojure", "clj cljs cljc"],
  ["dart", "dart"],
  ["zig", "zig"],
  ["nim", "nim"],
  ["sql", "sql"],
  ["proto", "proto thrift"],
  ["graphql", "graphql gql"],
  ["css", "css scss sass less styl"],
  ["html", "html htm xhtml hbs ejs erb jinja j2 twig haml slim pug"],
  [
    "config",
    "json jsonc json5 yaml yml toml ini cfg conf xml properties tf hcl nix cmake mk bazel bzl plist",
  ],
  ["doc", "md mdx markdown rst adoc asciidoc txt org tex rdoc pod"],
]);

/** Files without a telling extension. */
const NAMES = byName([
  ["ruby", "gemfile rakefile podfile vagrantfile guardfile"],
  ["groovy", "jenkinsfile"],
  [
    "config",
    "makefile gnumakefile dockerfile containerfile cmakelists.txt build workspace procfile justfile",
  ],
  ["doc", "readme changelog changes license licence copying authors contributing news history"],
]);

/** Extensions of source that nothing here reads as a language of its own. */
const OTHER_SOURCE = words(
  "adb ads agda api asm awk bas bat bicep cl clw cmd cob com comp coffee cr cue cls d dhall e el elm eex f f03 f08 f90 f95 feature fish for frag g4 geom gd gleam " +
    "glsl hcl2 heex hlsl hx hy idl idr inc ipynb jade jinja2 jsonnet k l lagda lalrpop ld leex libsonnet liquid lisp ll llvm lsp lidr m4 metal mint mlir mll mly " +
    "mo move mpp mustache handlebars njk odin os400 pas pde peg pegjs pest pony pp prisma pro ps psd1 purs pyw qml qmd rbi rbs rc rego re rei res resi rkt rmd " +
    "robot rpy s scd scm sed sld sml sol ss st star sv svh tal tcl td tact toit tt ttl txl ua v vala vb vbs vert vhd vhdl vim vy wat wast wgsl wit wren x xsl xslt y yul zsh-theme",
);

/** Extensions of formats of builds, of configuration and of interfaces. */
const OTHER_CONFIG = words(
  "ac aml am avdl avsc babelrc bazelrc bp build buildinfo cabal cake capnp cff cljfmt config csproj cypher dbml desktop dotsettings dtd ebnf bnf editorconfig edmx entitlements " +
    "eslintrc factories fbs filters fsproj fxml gn gni gitignore gitattributes dockerignore graphqls grammar gyp gypi in iml jsonl ndjson jsonld lock lockb meson mod " +
    "modulemap natvis neon nimble ninja npmignore nuspec nunit opam options pbxproj pc podspec policy prefs props prettierrc proj raml resx resw rockspec rng ruleset rules " +
    "runsettings sbt sbuild scheme service setting shfbproj sln slnx slnf socket spec storyboard strings stringsdict sublime-syntax sublime-project sum sup supp swcrc targets target " +
    "testsettings theme timer tmlanguage typed ui unit vbproj vcproj vcxproj vm ftl vtl wsdl webmanifest work wxs xaml xcconfig xcprivacy xcscheme xcsettings xctestplan " +
    "xcworkspacedata xib xlf xliff xmi xsd yang",
);

/** Extensions of text that belongs to a project: drawings, tables, translations, expected results, patches. */
const OTHER_TEXT = words(
  "arb approved baseline bib bibtex bugfix cast cheatmd cheat csv diff dic dict doc dot drawio expected gedcom geojson golden gpx ics kml list man misc mmd mermaid " +
    "output patch plantuml po pot prom puml roff snap srt stub sty svg tsv tmx vtt wkt 1 2 3 4 5 6 7 8 9",
);

/** Files that tools look for by a name of its own, in lower case. */
const OTHER_NAMES = words(
  "build.sbt codeowners owners version versions gradlew mvnw configure kconfig kbuild pipfile brewfile dune-project dune sconstruct sconscript wscript snakefile " +
    "go.mod go.sum go.work cargo.lock hosts meson.build tiltfile earthfile caddyfile commit-msg pre-commit pre-push prepare-commit-msg pre-receive post-commit post-merge " +
    ".bashrc .zshrc .profile .bash_profile .vimrc .inputrc .gitconfig .gitmodules .gitkeep .keep .mailmap .nojekyll .htaccess .flake8 .pylintrc .coveragerc .rspec .yardopts " +
    ".node-version .nvmrc .python-version .ruby-version .ruby-gemset .java-version .tool-versions .terraform-version .go-version .sdkmanrc .bazelversion .browserslistrc " +
    ".editorconfig .gitattributes .git-blame-ignore-revs .clang-format .clang-tidy .clangd .swiftformat .swiftlint .eslintrc .prettierrc .babelrc .stylelintrc .jshintrc .jscsrc " +
    ".nycrc .mocharc .swcrc .lintstagedrc .commitlintrc .huskyrc .releaserc .czrc .versionrc .bowerrc .nuxtrc .parcelrc .postcssrc .svgrrc .npmignore .bazelrc .buckconfig " +
    ".checksrc .codespellrc .ignore .rgignore .luacheckrc .luarc .markdownlintrc .cursorrules .windsurfrules .clinerules .rubocop .rustfmt .jsbeautifyrc .tern-project .watchmanconfig .flowconfig .hgignore .mdlrc .sequelizerc " +
    ".cmake-format .yamllint .simplecov .jvmopts .gitlab-ci .hound .stickler .npmpackagejsonlintrc .dir-locals",
);

/** What a name that stands for a template ends in; the rest of it says of what. */
const TEMPLATE = /[._-](?:example|sample|template|tmpl|tpl|dist|default|skel|orig|rej)$/;
/** `Dockerfile.dev`, `README.zh`, `LICENSE-MIT`, `Makefile_win`. */
const VARIANT =
  /^(?:dockerfile|containerfile|makefile|gnumakefile|jenkinsfile|gemfile|readme|license|licence|unlicense|copying|copyright|changelog|changes|contributing|notice|authors|news|release-notes|todo|install|requirements|procfile)(?:[._-][\w.-]{1,40})?$/;
/** `Brewfile`, `Appfile`, `Caddyfile`: programs call what they read so. */
const TOOL_FILE = /^[A-Z][A-Za-z]{1,20}file$/;
/** `THANKS`, `HACKING`, `RELEASE_NOTES`: documents are called in capitals. */
const CAPITALS = /^(?:\d+-)?[A-Z][A-Z\d]{2,}(?:[-_.][A-Z\d]+)*$/;
/** Where Java keeps what its programs look up: called by the names of classes. */
const MANIFESTS = /(?:^|\/)META-INF\//i;
const IGNORE_FILE = /^\.[a-z\d-]{0,30}ignore$/;

/** The language that a path, with `/` separators, tells by its last name or extension; undefined where it tells none. */
export function languageOf(path: string): Language | undefined {
  const name = lastName(path).toLowerCase();
  return NAMES.get(name) ?? EXTENSIONS.get(extensionOf(name));
}

/** Whether a path is that of source or documentation, which speak of credentials and hold none. A `.txt` may be anybody's list. */
export function speaksOfCredentials(path: string): boolean {
  const name = lastName(path).toLowerCase();
  const language = languageOf(name);
  return language !== undefined && language !== "config" && extensionOf(name) !== "txt" ||
    OTHER_SOURCE.has(extensionOf(name)) || VARIANT.test(name);
}

/** Folders whose files translate words, that of `auth.json` among them. */
const TRANSLATION =
  /(?:^|\/)(?:i18n|l10n|lang|langs|languages?|locales?|translations?|messages)\/(?:[^/]*\/)*[^/]*\.(?:json5?|ya?ml|toml|properties|xml)$/i;

/** Whether a path is that of a table of words in some language: there a `password` is a label. */
export function isTranslation(path: string): boolean {
  return TRANSLATION.test(path);
}

/** Whether the lines of a file are settings and their values. */
export function isConfiguration(path: string): boolean {
  const isSettings = languageOf(path) === "config" || isTemplate(path) ||
    /\.(?:config|jsonl|neon)$/i.test(path);
  return isSettings && !isTranslation(path);
}

/** Whether a path is that of a template, which shows what somebody is to fill in. */
export function isTemplate(path: string): boolean {
  const name = lastName(path).toLowerCase();
  const dot = name.lastIndexOf(".");
  return TEMPLATE.test(name) || dot > 0 && TEMPLATE.test(name.slice(0, dot));
}

/** Whether the name of a path says that it is source, documentation, a format of builds and configuration, or a project's text. */
export function isKnownType(path: string): boolean {
  const own = lastName(path);
  const name = own.toLowerCase();
  const extension = extensionOf(name);
  if (languageOf(name) !== undefined || OTHER_NAMES.has(name) || IGNORE_FILE.test(name)) return true;
  if ([OTHER_SOURCE, OTHER_CONFIG, OTHER_TEXT].some((known) => known.has(extension))) return true;
  return MANIFESTS.test(path) || VARIANT.test(name) || TOOL_FILE.test(own) || CAPITALS.test(own) ||
    TEMPLATE.test(name);
}

/** In lower case, without its dot; none for a name that begins with its only dot. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1) : "";
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function byName(rows: readonly (readonly [Language, string])[]): ReadonlyMap<string, Language> {
  return new Map(
    rows.flatMap(([language, list]) => [...words(list)].map((name) => [name, language] as const)),
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
