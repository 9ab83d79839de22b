/** A piece of a text, counted in UTF-16 units. */
export interface Page {
  text: string;
  offset: number;
  totalChars: number;
  /** Where the next piece begins; absent at the end. */
  nextOffset?: number;
}

/**
 * The piece of a text from `offset`, about `limit` units long and never splitting a surrogate pair: an offset in the middle of one moves
 * to its beginning, an end in the middle of one moves before it, unless nothing would be left. Pages asked for side by side, each at the end
 * that was asked for the one before, meet as well.
 */
export function pageOf(text: string, offset: number, limit: number): Page {
  const totalChars = text.length;
  const wanted = Math.min(Math.max(0, Math.trunc(offset)), totalChars);
  const start = splitsPair(text, wanted) ? wanted - 1 : wanted;
  let end = Math.min(totalChars, wanted + Math.max(1, Math.trunc(limit)));
  if (splitsPair(text, end)) end = end - 1 > start ? end - 1 : end + 1;
  return {
    text: text.slice(start, end),
    offset: start,
    totalChars,
    ...(end < totalChars ? { nextOffset: end } : {}),
  };
}

function splitsPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF]$/.test(text.charAt(at - 1)) && /^[\uDC00-\uDFFF]$/.test(text.charAt(at));
}
