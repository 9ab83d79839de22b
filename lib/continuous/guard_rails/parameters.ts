/** Names that a shell gives a value to by itself. */
const OF_THE_SHELL =
  /^(?:BASH\w*|DIRSTACK|EPOCH\w+|E?UID|FUNCNAME|GROUPS|HOST(?:NAME|TYPE)|IFS|LINENO|MACHTYPE|MAPFILE|OLDPWD|OPT(?:ARG|ERR|IND)|OSTYPE|PATH|PIPESTATUS|PPID|PS4|PWD|S?RANDOM|REPLY|SECONDS|SHELL|SHELLOPTS|SHLVL|TERM|_)$/;
const ARGUMENT = /^(?:[@*]|\d+)$/;

/** What is known of a shell's parameters: those that a text sets, to what can be read there; its arguments; and what it is started with. */
export class Parameters {
  /** Undefined for one that is set to what nobody knows. */
  readonly #set = new Map<string, string | undefined>();
  /** The name of the shell, and what stands behind it; undefined where nobody knows. */
  #arguments: readonly string[] | undefined = ["sh"];

  /** @param environment of the shell; undefined where it is not known. */
  constructor(readonly environment: Readonly<Record<string, string>> | undefined) {}

  /** What a parameter stands for; nothing where there is none. Undefined where that is not known, and of what the environment holds, which may be a secret. */
  valueOf(name: string): string | undefined {
    if (this.#set.has(name)) return this.#set.get(name);
    if (ARGUMENT.test(name)) {
      return /^\d/.test(name)
        ? this.#arguments === undefined ? undefined : this.#arguments[Number(name)] ?? ""
        : this.#arguments?.slice(1).join(" ");
    }
    const known = this.environment !== undefined && /^\w/.test(name) && !OF_THE_SHELL.test(name) &&
      !Object.hasOwn(this.environment, name);
    return known ? "" : undefined;
  }

  /** What the environment has for a name that the text does not set. */
  inherited(name: string): string | undefined {
    const { environment } = this;
    return environment !== undefined && !this.#set.has(name) && Object.hasOwn(environment, name)
      ? environment[name]
      : undefined;
  }

  isSet(name: string): boolean {
    return this.#set.has(name);
  }

  set(name: string, value: string | undefined): void {
    this.#set.set(name, value);
  }

  /** `set -- …`. */
  setArguments(words: readonly string[]): void {
    this.#arguments = [this.#arguments?.[0] ?? "sh", ...words];
  }

  shift(count: number): void {
    if (this.#arguments === undefined) return;
    const [first = "sh", ...rest] = this.#arguments;
    this.#arguments = [first, ...rest.slice(count)];
  }

  /** Gives other arguments, the shell's name first, and says how they were before. */
  exchange(words: readonly string[] | undefined): readonly string[] | undefined {
    const before = this.#arguments;
    this.#arguments = words;
    return before;
  }

  /** Whether a character parts what an expansion gives. More of them than the shell takes, so that nothing is hidden from who looks. */
  separates(char: string): boolean {
    return /\s/.test(char) || (this.#set.get("IFS")?.includes(char) ?? false);
  }
}
