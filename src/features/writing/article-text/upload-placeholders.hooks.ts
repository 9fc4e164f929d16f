/** Returns the placeholder for a picture during its upload. It is unique in the text. */
export function uploadMark(text: string, fileName: string): string {
  const words = fileName.replace(/[[\]()\\`*_~<>!…\s]+/g, ' ').trim()
  const name = words.slice(0, 60) || 'image'
  for (let count = 1; ; count += 1) {
    const mark = `![Uploading ${count === 1 ? name : `${name} ${count}`}…]()`
    if (!text.includes(mark)) return mark
  }
}

/** The placeholder for a picture, with and without the line breaks that were inserted around it. */
export interface Placeholder {
  mark: string
  block: string
}

/** Returns the string to replace after the upload, and its replacement. If the upload failed, removes the line breaks
 *  too, except those that separate the text before the placeholder from the text after it. */
export function replacementOf(
  text: string,
  { mark, block }: Placeholder,
  picture: string,
): [before: string, after: string] {
  const at = text.indexOf(block)
  if (at < 0) return [mark, picture]
  if (picture !== '') return [block, block.replace(mark, () => picture)]
  const isOnItsOwn = /^(\n|$)/.test(text.slice(at + block.length))
  return [block, isOnItsOwn ? '' : block.slice(0, block.indexOf(mark))]
}

const marks = /!\[Uploading [^\]\n]*…\]\(\)/g

/** Removes the placeholders for uploads that a reload interrupted. */
export const withoutUploads = (text: string): string =>
  text.replace(new RegExp(`(?<=^|\\n)${marks.source}(\\n|$)`, 'g'), '').replace(marks, '')
