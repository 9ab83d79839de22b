import { AutoToolsError, EXIT } from "../../contract/error_codes.ts";
import { type FlagSettings, runSettings, SettingsError } from "../../continuous/settings/settings.ts";
import { inStorage, readSession, SessionStore, StorageError } from "../../continuous/store/log.ts";
import { isOpen, sessionFolder, sessionIds, takeRunLock } from "../../continuous/store/runs.ts";
import { repositoryGit } from "../../continuous/worktree/git.ts";
import { resolveRepoRoot } from "../../guard/boundary/repo_root.ts";
import { attempt, caught } from "../../settings/attempt.ts";
import { locations } from "../../settings/locations.ts";
import { checkOwnFolder } from "../../settings/own_files.ts";
import { systemWorld, type World } from "../../settings/world.ts";
import { Failure, needed } from "../failure.ts";
import { UsageError } from "../command.ts";

/** Git's top level around a folder. Throws `AutoToolsError` where there is none: without git nobody can tell what a step changed. */
export async function runPlace(cwd: string) {
  const { root, repository } = await resolveRepoRoot({ cwd });
  if (repository !== undefined) return { ...repository, root };
  const { stdout } = await repositoryGit(root)(["rev-parse", "--is-inside-git-dir"], { tolerated: 128 });
  const remedy = stdout.trim() === "true" ? "work in a clone with files" : "run `git init` first";
  const why = `${root} is in no git repository with files; continuous mode works in one`;
  throw new AutoToolsError("E_REPO_ROOT", `${why}: ${remedy}`);
}

/** The repository and what holds for a run in it. Throws `Failure` for settings that cannot be used. */
export async function settingOf(args: FlagSettings & { repo: string }) {
  const world = systemWorld();
  const place = await runPlace(args.repo);
  const settings = await runSettings(args, world).catch(caught(SettingsError, ({ message }) => {
    throw new Failure(message, EXIT.config);
  }));
  return { place, settings, world, git: repositoryGit(place.root) };
}

export type Setting = Awaited<ReturnType<typeof settingOf>>;

/** An exit code; none where all went well. */
type Ended = number | void | Promise<number | void>;

/** The run that is meant: by its id or the beginning of it; where that is empty, the latest that will do. Throws `UsageError`. */
export function chosenSession(root: string, asked: string, willDo: (id: string) => boolean = () => true) {
  const ids = sessionIds(root);
  if (asked === "") {
    const latest = ids.findLast(willDo) ?? ids.slice(-1).find((id) => settledAs(id, root));
    if (latest !== undefined) return latest;
    throw new UsageError(ids.length === 0 ? "there is no run here yet" : "there is no run to resume here");
  }
  const [only, other] = ids.filter((id) => id === asked || (asked.length >= 4 && id.startsWith(asked)));
  if (only !== undefined && other === undefined) return only;
  const what = only === undefined ? "there is no run" : "more than one run begins with";
  throw new UsageError(`${what} ${asked.slice(0, 60)}; \`codex-auto continuous list\` shows them`);
}

/** Where a run keeps its worktree, and what belongs to it: outside all repositories, so that it shows that the user has begun the run here. Throws `Failure` where there is no place for it. */
export function scratchOf(session: string, world: World): string {
  return `${needed("data", locations(world))}/continuous/${session}`;
}

/** A run of this user's own, by its id or the beginning of it, else the latest that will do: by default one to go on with. Throws `UsageError`; `Failure` for one that was merged or discarded. */
export function sessionToGoOn(
  { place: { root }, world }: Pick<Setting, "place" | "world">,
  asked: string,
  willDo: (id: string, root: string) => boolean = isOpen,
): string {
  // A run says what is executed, and a stranger's commit can bring one.
  const isOwn = (id: string) => checkOwnFolder(scratchOf(id, world));
  const id = chosenSession(root, asked, (id) => isOwn(id) && willDo(id, root));
  const settled = settledAs(id, root);
  if (settled) throw new Failure(`run ${id} was ${settled}`, EXIT.usage);
  if (isOwn(id)) return id;
  const why = "was not begun by you on this machine, so what it would run is somebody else's word";
  const next = `look at ${sessionFolder(root, id)}/plan.json and begin a run of your own`;
  throw new UsageError(`run ${id} ${why}; ${next}`);
}

/** Does something with a run that a person means, in whose repository no other runner works. Throws `UnusableLog`. */
export async function withRun(
  asked: string,
  args: Parameters<typeof settingOf>[0],
  act: (store: SessionStore, setting: Setting) => Ended,
  willDo?: (id: string, root: string) => boolean,
): Promise<number | void> {
  const setting = await settingOf(args);
  const { place: { root }, settings, world } = setting;
  const id = sessionToGoOn(setting, asked, willDo);
  return await inPlace(setting, async () => {
    const folder = sessionFolder(root, id);
    const store = SessionStore.open({ folder, world, retention: settings.snapshot_retention });
    return await act(store, setting);
  });
}

/** How the branch of a run came to be gone; undefined where it is still there to be looked at, merged or thrown away. */
function settledAs(id: string, root: string) {
  return attempt(() => readSession(sessionFolder(root, id)))?.state.settled;
}

export const isUnsettled = (id: string, root: string) => settledAs(id, root) === undefined;

/** Does something in the repository that no other runner does at the same time. Throws `Failure` where another does, or where nothing can be kept. */
export async function inPlace({ place: { root } }: Setting, act: () => Ended): Promise<number | void> {
  try {
    const lock = inStorage(() => takeRunLock(root));
    if (!lock) {
      throw new Failure(`a run is at work in ${root}: codex-auto continuous list`, EXIT.unavailable);
    }
    return await Promise.try(act).finally(lock.release);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const next = "Nothing was changed. Make room, or put that right, and try again";
    throw new Failure(`cannot keep the run: ${error.message}\n${next}`, EXIT.unavailable);
  }
}
