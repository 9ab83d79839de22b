/**
 * codex-auto: one program in front of AI coding CLIs. Parses the first word, drops what the command does not need, loads that one command.
 */
type Command = { run(args: string[]): Promise<number> };

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  loop: () => import("./lib/cli/loop.ts"),
  hook: () => import("./lib/cli/hook.ts"),
  context: () => import("./lib/cli/context.ts"),
  redact: () => import("./lib/cli/redact.ts"),
  index: () => import("./lib/cli/index.ts"),
  why: () => import("./lib/cli/why.ts"),
  files: () => import("./lib/cli/files.ts"),
  setup: () => import("./lib/cli/setup.ts"),
  doctor: () => import("./lib/cli/doctor.ts"),
  trust: () => import("./lib/cli/trust.ts"),
  tool: () => import("./lib/cli/tool.ts"),
  help: () => import("./lib/cli/help.ts"),
};

async function main(args: string[]): Promise<number> {
  Deno.permissions.revokeSync({ name: "net" });
  const first = args[0];
  if (first === "--help" || first === "-h" || first === "--version" || first === "-V") {
    return await (await import("./lib/cli/help.ts")).run(args);
  }
  const load = first !== undefined && Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  try {
    if (load) return await (await load()).run(args.slice(1));
    const interactive = args.length === 0 && Deno.stdin.isTerminal();
    return await (interactive ? await import("./lib/cli/loop.ts") : await import("./lib/cli/codex.ts")).run(
      args,
    );
  } catch (error) {
    return await (await import("./lib/cli/failure.ts")).report(error);
  }
}

Deno.exit(await main(Deno.args));
