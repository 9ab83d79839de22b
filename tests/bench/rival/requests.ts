/** What is asked of both programs, and in which repositories. */

export interface Subject {
  repo: string;
  /** Folder of its mirror, `OWNER+NAME`. */
  mirror: string;
  /** The commit that is checked out: requests are about what came after it, or about what is in it. */
  base: string;
  /** The last commit that a request may be taken from. */
  end: string;
}

export const SUBJECTS: readonly Subject[] = [
  {
    repo: "denoland/std",
    mirror: "denoland+std",
    base: "55b1c7e35040b3598714b60f827da34fd5086253",
    end: "6b92bffee72806ce03857e83eb1d52108ad099a0",
  },
  {
    repo: "spring-projects/spring-framework",
    mirror: "spring-projects+spring-framework",
    base: "2faed3cdbb206bb5a92b3bd64bb18b2ad3501900",
    end: "208f62ba07c96d9c99347d4fad902572c191219d",
  },
];

export const KINDS = ["commit", "natural", "chinese"] as const;
export type Kind = typeof KINDS[number];

export interface Request {
  id: string;
  repo: string;
  kind: Kind;
  text: string;
  /** Files of which any one, quoted, is an answer. */
  gold: string[];
}

/** The requests beside this file. They were written before either program was asked, and stay as they are. */
export async function readRequests(): Promise<Request[]> {
  const text = await Deno.readTextFile(new URL("requests.jsonl", import.meta.url));
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}
