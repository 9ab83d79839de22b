import type { Envelope } from "../contract/envelope.ts";
import type { SandboxAhead } from "../tools/sandbox_start.ts";
import { type Belonging, gate, repositoryGate } from "./gate.ts";
import type { Job, OpenTools } from "./job.ts";
import { openTools as openRealTools } from "./open_tools.ts";
import { emptyEnvelope, planEnvelope, runEnvelope } from "./outcome.ts";
import type { Prepared } from "./prepare.ts";

/** What is known of a prompt before anything is read for it. */
type Asked = Pick<Job, "request" | "switches" | "world" | "places" | "began"> & {
  asked: boolean;
  belonging: Belonging;
  preparing: Promise<Prepared>;
};

/** The way from a prompt to its envelope, once the sandbox is on its way. See `orchestrate`. */
export async function orchestrated(
  { asked, belonging, preparing, ...known }: Asked,
  openTools: OpenTools | undefined,
  ahead: SandboxAhead | undefined,
): Promise<Envelope> {
  const { request, switches } = known;
  const { shapedQuery } = await import("./query.ts");
  const query = shapedQuery(request.prompt);
  const decision = repositoryGate(gate(query.read, switches, asked), belonging);
  // The plan will ask for them: what they cost is spent while git answers.
  void decision.intent?.kinds;
  const prepared = await preparing;
  const job: Job = {
    ...known,
    prepared,
    query,
    openTools: openTools ?? ((job) => openRealTools(job, ahead)),
  };
  if (!decision.open) return await emptyEnvelope(job, decision);
  if (switches.mode === "plan") return await planEnvelope(job, decision.intent);
  return await runEnvelope(job, decision.intent);
}
