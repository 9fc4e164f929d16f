/** What stands in a text while the picture travels; no other in the text is the same. */
export function uploadMark(text: string, fileName: string): string {
  const words = fileName.replace(/[[\]()\\`*_~<>!…\s]+/g, ' ').trim()
  const name = words.slice(0, 60) || 'image'
  for (let count = 1; ; count += 1) {
    const mark = `![Uploading ${count === 1 ? name : `${name} ${count}`}…]()`
    if (!text.includes(mark)) return mark
  }
}

/** What stands in the text for a picture, and that with the line breaks that came with it. */
export interface Placeholder {
  mark: string
  block: string
}

/** What to put in place of what, when the picture has come, or nothing: then the line breaks go too, but for those that
 *  part what stands before from what follows. */
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

/** The text without the marks of uploads that were cut off by a reload. */
export const withoutUploads = (text: string): string =>
  text.replace(new RegExp(`(?<=^|\\n)${marks.source}(\\n|$)`, 'g'), '').replace(marks, '')
