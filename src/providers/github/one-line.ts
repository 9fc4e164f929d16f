/** Puts text from GitHub on one line: removes invisible characters and truncates it. */
export const oneLine = (text: string, maxLength: number): string =>
  text
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
