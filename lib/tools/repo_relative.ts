const MAX_PATH_CHARS = 1024;

/**
 * A path or `file:` URL that a tool named, relative to the repository root with `/` separators; undefined where it points outside the
 * root, at the root itself, or is no path of a file at all. It is text work only: nothing is looked up or followed.
 */
export function repoRelative(named: string, root: string): string | undefined {
  if (named.length > MAX_PATH_CHARS || Array.from(named).some((char) => char < " " || char === "\u007f")) {
    return undefined;
  }
  const path = named.startsWith("file://") ? fromUrl(named) : named;
  if (path === undefined || /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(path)) return undefined;
  const base = root === "/" ? "/" : `${root}/`;
  if (path.startsWith("/") && !path.startsWith(base)) return undefined;
  const below = path.startsWith("/") ? path.slice(base.length) : path;
  const segments: string[] = [];
  for (const segment of below.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.pop() === undefined) return undefined;
    if (segment !== "..") segments.push(segment);
  }
  return segments.length === 0 ? undefined : segments.join("/");
}

function fromUrl(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch (error) {
    // Neither a URL nor correctly escaped: no path.
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
