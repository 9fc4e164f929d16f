import { unseenSigns } from '#schemas/names.contract.ts'

/** A name or a title of somebody else's, cut. Signs that nobody sees and that turn a name into another one are left out,
 *  as in names of comments. */
export const plainLine = (text: string, length: number): string =>
  text
    .slice(0, length * 4)
    .replace(/\s+/g, ' ')
    .replace(unseenSigns, '')
    .trim()
    .slice(0, length)
    .toWellFormed()
