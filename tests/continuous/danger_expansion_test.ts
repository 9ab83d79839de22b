/** What a shell makes of a command's words before it runs it. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { dangers } from "../../lib/continuous/guard_rails/danger.ts";

const ENVIRONMENT = { HOME: "/home/me", PATH: "/usr/bin:/bin", SHELL: "/bin/bash", TOOL: "rm" };

const ASKED = [
  // Parameters that are nothing.
  "r$@m -rf build",
  "r$*m -rf build",
  'r"$@"m -rf build',
  "r${1}m -rf build",
  "r${@}m -rf build",
  "rm -r$9 build",
  "r${NONE}m -rf build",
  "r${NONE%x}m -rf build",
  "r${NONE+x}m -rf build",
  "r${NONE:0:9}m -rf build",
  "$NONE rm -rf build",
  '"r$NONE"m -rf build',
  "git pu${NONE}sh $NONE--force",
  // Parameters that the text sets, in what stands behind a command's name as well.
  "X=-rf; rm $X build",
  'F=--force; git push "$F"',
  "X=xrmx; ${X:1:2} -rf build",
  "X=RM; ${X,,} -rf build",
  "unset -v X; r${X}m -rf build",
  ": ${X:=rm}; $X -rf build",
  "${NONE:-r${X:-m}} -rf build",
  "X=1; ${X:+rm} -rf build",
  'set -- rm -rf build; "$@"',
  "set rm -rf build; $1 $2 $3",
  "set -- a rm -rf build; shift; $*",
  "bash -c '\"$@\"' _ rm -rf build",
  "bash -c '$0 -rf build' rm",
  // What another command prints, or a loop gives, where part of a name is not known.
  "read -r X; r${X}m -rf build",
  "r$(true)m -rf build",
  "r`:`m -rf build",
  '"r$(true)m" -rf build',
  "$(printf r)m -rf build",
  "rm $(echo -rf) build",
  "for x in 'rm -rf build' ls; do $x; done",
  // Other separators.
  "IFS=_; X=rm_-rf_build; $X",
  "IFS=:; X=rm:-rf:build; eval $X",
  "IFS=, ; set -- rm -rf build; $@",
  // Names that the text gives to commands.
  "alias x='rm -rf'\nx build",
  'shopt -s expand_aliases; alias gone="git push --force"; gone',
  'run() { echo "+ $*"; "$@"; }; run rm -rf build',
  'function wipe { rm $1 "$2"; }\nwipe -rf build',
  "wipe() ( cd a && $1 push --force ); wipe git",
  // What stands in the environment of a command.
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm -rf build' git x",
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='push --force' git x",
  "export GIT_CONFIG_VALUE_0='!rm -rf build'; git x",
  "env GIT_PAGER='rm -rf build' git log",
  "GIT_SEQUENCE_EDITOR='rm -rf build; true' git rebase -i main",
  "env 'BASH_FUNC_ls%%=() { rm -rf build; }' bash -c ls",
  "V='!rm -rf build' git --config-env=alias.x=V x",
  // Lists.
  'args=(-rf build); rm "${args[@]}"',
  "X=(rm -rf build); ${X[0]} -rf build",
  'cmd=(git push); cmd+=(" --force"); "${cmd[@]}"',
  // Programs that run a command with their own words, or are given a program that does.
  "docker exec -it box rm -rf /x",
  "kubectl exec pod -- rm -rf /x",
  "unshare -r rm -rf build",
  "gosu root git push --force",
  "ls | entr rm -rf build",
  "awk 'BEGIN { system(\"rm -rf build\") }'",
  // What is in the environment already.
  "$TOOL -rf build",
  "$SHELL -c 'rm -rf build'",
  // Programs that the text writes and hands to an interpreter.
  "cat > x.py <<'EOF'\nimport os\nos.system('rm -rf build')\nEOF\npython3 x.py",
  "cat > x.py <<'EOF'\nimport shutil\nshutil.rmtree('build')\nEOF\npython3 ./x.py",
];

const HARMLESS = [
  "rm -f $HOME/a.o",
  "rm -f $OUT/a.o",
  'for f in *.o; do echo "$f"; done',
  "OUT=build; rm -f $OUT/*.o",
  "OUT=$(mktemp -d); rm -f $OUT/*.o",
  "rm -f $HOME/*.o",
  "read -r OUT; rm -f $OUT/*.o",
  "rm -f $PWD/*.o",
  "${CC:-cc} -c a.c",
  "$CC -rf a.c",
  '"$(dirname "$0")"/run.sh --recursive',
  "$(npm bin)/eslint -rf .",
  "echo '$@rm -rf build'",
  'echo "\\$X rm -rf build"',
  'git commit -m "$NONE rm -rf build"',
  "alias ll='ls -l'; ll",
  'run() { echo "+ $*"; "$@"; }; run make test',
  'walk() { for f in "$1"/*; do walk "$f"; done; }; walk .',
  `${
    Array.from({ length: 9 }, (_, at) => `f${at}() { f${at + 1} "$(cd "$(dirname "$1")" && pwd)"; }`).join(
      "\n",
    )
  }\nf0 x`,
  "set -- a b; echo $1",
  "set -euo pipefail; make",
  "NODE_ENV=test npm test",
  'export PATH="$HOME/bin:$PATH"; make',
  "GIT_EDITOR=true git rebase --continue",
  "GIT_SEQUENCE_EDITOR='sed -i s/pick/squash/' git rebase -i main",
  'for name in a b; do echo "rm -rf $name"; done',
  "cat > x.py <<'EOF'\nprint('rm -rf build')\nEOF\npython3 x.py",
  "echo ${#HOME} ${HOME%/*} ${!HOME} ${HOME//a/b}",
  "IFS=, read -r a b",
  'args=(-la); ls "${args[@]}"',
  'files=(a.ts b.ts); for f in "${files[@]}"; do node --check $f; done',
  "apt-get install -y git rsync",
  "docker rm -f box",
  "perf stat -- dd if=/dev/zero of=/dev/null count=9",
  "npm install -D rimraf && which sudo shred",
  "npm rm left-pad",
  "cargo test rm -- --nocapture",
  "pytest -k rm tests/rm_test.py",
  "docker exec box ls -rf /x",
  "awk '{ print $1 }' a.txt",
];

for (const command of ASKED) {
  Deno.test(`asks before ${JSON.stringify(command)}`, () =>
    assertNotEquals(dangers(command, undefined, { environment: ENVIRONMENT }), []));
}

Deno.test("lets commands pass whose words are harmless once they are read", () => {
  for (const command of HARMLESS) {
    assertEquals(dangers(command, undefined, { environment: ENVIRONMENT }), [], command);
  }
});

Deno.test("asks before a shell, or what is like one, that is told what to run by typing", () => {
  for (
    const command of [
      "bash",
      "/bin/sh -i",
      "bash -s -- x",
      "python3",

      "ssh host",
      "env A=b zsh -l",
      "cd a && exec bash",
    ]
  ) {
    assertEquals(dangers(command).map(({ why }) => why), [
      "runs what is typed into it, which is told to nobody",
    ], command);
  }
  for (
    const command of [
      "bash --version",
      "python3 --version",
      "node -v",
      "sh < check.sh",
      "(cd a && sh) <<EOF\nls\nEOF",
      "{ cd a; sh; } < check.sh",
      "echo ls | (cd a; sh)",
      "printf 'ls\n' | while read -r each; do sh; done",
      "parallel bash ::: a.sh b.sh",
      "find . -name '*.sh' | xargs -n 1 sh",
      "python3 -c 'print(1)'",
      "SHELL=bash PYTHON=python3 make",
      'NAME="$0" exec make',
      "command -v node >/dev/null && command -V sudo",
    ]
  ) {
    assertEquals(dangers(command), [], command);
  }
});

Deno.test("shows a command as it is written where a shell makes nothing of its words, or nobody knows what", () => {
  for (
    const [command, shown] of [
      ['rm -rf "$NONE/build"', "rm -rf $NONE/build"],
      ["r$@m -rf build", "r$@m -rf build"],
      ["$NONE rm $NONE -rf x $NONE", "$NONE rm $NONE -rf x $NONE"],
      ["rm -rf $HOME/x", "rm -rf $HOME/x"],
      ["$TOOL -rf build", "$TOOL -rf build"],
      ["if true; then X=-rf; rm $X build; fi", "rm -rf build"],
      ['"$(npm bin)"/rm -rf build', "$(npm bin)/rm -rf build"],
    ] as const
  ) {
    assertEquals(dangers(command, undefined, { environment: ENVIRONMENT }).map(({ command }) => command), [
      shown,
    ]);
  }
});

Deno.test("looks through hostile expansions in time", () => {
  const began = performance.now();
  for (
    const text of [
      "${a:-".repeat(60_000),
      "$a".repeat(120_000),
      `set -- ${"a ".repeat(500)};${"$@ ".repeat(20_000)}`,
      `f() { f; f; }; ${"f;".repeat(20_000)}`,
      `${Array.from({ length: 500 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join("\n")}\nf0`,
      `alias a='a a'; ${"a;".repeat(20_000)}`,
      "f(){ ".repeat(50_000),
      "a(".repeat(120_000),
      "<(".repeat(120_000),
      "$(echo ".repeat(30_000),
      `IFS=a; X=${"a".repeat(30_000)}; $X $X $X`,
      "A=! ".repeat(60_000),
    ]
  ) {
    dangers(text, undefined, { environment: ENVIRONMENT });
  }
  assertEquals(performance.now() - began < 30_000, true);
});
