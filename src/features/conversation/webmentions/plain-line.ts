import { unseenSigns } from '#schemas/names.contract.ts'

/** Truncates a name or title from another site and removes invisible characters, which could make it look like another
 *  name. */
export const plainLine = (text: string, length: number): string =>
  text
    .slice(0, length * 4)
    .replace(/\s+/g, ' ')
    .replace(unseenSigns, '')
    .trim()
    .slice(0, length)
    .toWellFormed()
