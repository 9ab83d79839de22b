/** Programs that run scripts, without their versions: `python3.11` is `python`. */
const PROGRAMS = {
  bash: "sh bash dash ash zsh ksh mksh bats",
  python: "python pypy uv pipx sage",
  javascript: "node nodejs zx gjs",
  typescript: "deno bun tsx ts-node ts-node-esm",
  ruby: "ruby jruby macruby rake",
  perl: "perl",
  php: "php",
  lua: "lua luajit",
  r: "Rscript",
  julia: "julia",
  elixir: "elixir",
  erlang: "escript",
  haskell: "runhaskell runghc stack",
  ocaml: "ocaml",
  clojure: "bb clojure",
  groovy: "groovy",
  kotlin: "kotlin",
  scala: "scala scala-cli",
  swift: "swift",
  go: "gorun",
  rust: "rust-script",
  powershell: "pwsh powershell",
  nim: "nim",
  dart: "dart",
  csharp: "dotnet dotnet-script",
};

export type ScriptLanguage = keyof typeof PROGRAMS;

const LANGUAGES: ReadonlyMap<string, ScriptLanguage> = new Map(
  (Object.keys(PROGRAMS) as ScriptLanguage[]).flatMap((language) =>
    PROGRAMS[language].split(" ").map((name) => [name, language] as const)
  ),
);

/** Characters of a first line that are looked at. */
const MAX_LINE = 300;

/** What a text is written in whose first line says which program runs it; undefined where none does, or one that is not known. */
export function scriptLanguage(text: string): ScriptLanguage | undefined {
  if (!text.startsWith("#!")) return undefined;
  const words = (/^#!(.*)/.exec(text.slice(0, MAX_LINE))?.[1] ?? "").trim().split(/\s+/);
  // `env` takes options and settings before the program: `#!/usr/bin/env -S LANG=C perl -w`.
  const program = nameOf(words[0]) === "env"
    ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
    : words[0];
  const name = nameOf(program);
  return LANGUAGES.get(name) ?? LANGUAGES.get(name.replace(/-?[\d.]+$/, ""));
}

function nameOf(program = ""): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
