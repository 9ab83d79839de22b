import { findCodex } from "../../clients/codex_program.ts";
import { WRAPPED } from "../../clients/codex_wrapped.ts";
import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { inStorage } from "../store/storage_error.ts";
import type { Agent } from "./agent.ts";
import { codexLines } from "./codex_lines.ts";

/**
 * `codex exec --json`, one new thread a step, in Codex's own sandbox: it may write below the folder it works in, and with a schema read only. What the
 * user adds stands behind and counts.
 */
export function codexAgent(world: World): Agent {
  return {
    name: "codex",
    install:
      "codex is not installed: there is no executable `codex` on PATH; install it with `npm install -g @openai/codex`",
    invocation({ prompt, schema, args, scratch }) {
      const program = findCodex(world);
      if (!program) return undefined;
      return {
        command: program.path,
        args: [
          "exec",
          "--json",
          ...(schema
            ? ["--sandbox", "read-only", "--output-schema", schemaFile(scratch, schema)]
            : sandbox(args)),
          ...(schema ? withoutSandbox(args) : args),
          "-",
        ],
        // Our own hook in codex has nothing to add: the prompt has its context.
        env: { [WRAPPED]: "1" },
        stdin: prompt,
      };
    },
    reader: codexLines,
  };
}

function schemaFile(scratch: string, schema: Record<string, unknown>): string {
  const file = `${scratch}/answer.schema.json`;
  inStorage(() => writeFileAtomic(file, `${JSON.stringify(schema)}\n`, { base: scratch }));
  return file;
}

const SANDBOX = /^(?:-s|--sandbox)$/;
/** Codex takes no abbreviations. Some of these say more than their sandbox, and where they stand beside `--sandbox` it counts for nothing, or codex refuses both. */
const SANDBOX_ALONE =
  /^(?:-s.+|--sandbox=.*|--(?:yolo|full-auto|approve-for-me|dangerously-bypass-approvals-and-sandbox)(?:=.*)?)$/;

/** The user's own sandbox, where there is one, stands alone: codex takes the option once. */
function sandbox(args: readonly string[]): string[] {
  return args.some((arg) => SANDBOX.test(arg) || SANDBOX_ALONE.test(arg))
    ? []
    : ["--sandbox", "workspace-write"];
}

function withoutSandbox(args: readonly string[]): string[] {
  return args.filter((arg, at) =>
    !SANDBOX.test(arg) && !SANDBOX.test(args[at - 1] ?? "") && !SANDBOX_ALONE.test(arg)
  );
}
