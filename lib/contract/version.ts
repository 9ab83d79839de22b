import commit from "./commit.txt" with { type: "text" };

/** The program's version. It is written here alone. */
export const VERSION = "0.1.0";

/** What a report of an error has to name: version, commit of the sources and Deno's version. */
export const versionText = () => `${VERSION} (${commit.trim()}, Deno ${Deno.version.deno})`;

export const SCHEMA_VERSION = "1.0";
