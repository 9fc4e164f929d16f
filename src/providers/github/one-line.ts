/** A text of GitHub's on one line, without signs that nobody sees, cut. */
export const oneLine = (text: string, maxLength: number): string =>
  text
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
