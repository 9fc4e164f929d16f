const unseen = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\u{16fe4}\u{e0100}-\u{e01ef}`

/** Invisible characters that could make a name look like another one. */
export const unseenSigns = new RegExp(`[${unseen}]`, 'gu')

/** Normalizes a name for storage and display: one line without invisible characters. */
export const shownName = (name: string): string =>
  name.normalize('NFKC').replace(unseenSigns, '').replace(/\s+/gu, ' ').trim()

// Persian, Hindi, and some emoji require joiners. Next to letters that never join, joiners are invisible.
const joiner = String.raw`[\u200c\u200d]`
const joining = String.raw`[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]]`
const invisibleInLine = new RegExp(`(?<!${joining})${joiner}|${joiner}(?!${joining})|[[${unseen}]--${joiner}]`, 'gv')

/** Returns the text as a single line without control, bidirectional, and other invisible characters. Keeps the joiners
 *  that some scripts and emoji require. */
export const visibleLine = (text: string): string =>
  text.toWellFormed().replace(/\s+/gu, ' ').replace(invisibleInLine, '').replace(/ +/g, ' ').trim()

/** Normalizes a member's name to a single visible line in NFC, so that equal names compare equal. */
export const ownName = (name: string): string => visibleLine(name.normalize('NFC'))

/** Reports whether the text contains a visible character. */
export const hasVisibleText = (text: string): boolean => text.replace(unseenSigns, '').trim() !== ''
