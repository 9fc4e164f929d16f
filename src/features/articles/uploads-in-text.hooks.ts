/** What stands in a text while the picture travels; no other in the text is the same. */
export function uploadMark(text: string, fileName: string): string {
  const words = fileName.replace(/[[\]()\\`*_~<>!…\s]+/g, ' ').trim()
  const name = words.slice(0, 60) || 'image'
  for (let count = 1; ; count += 1) {
    const mark = `![Uploading ${count === 1 ? name : `${name} ${count}`}…]()`
    if (!text.includes(mark)) return mark
  }
}

const marks = /!\[Uploading [^\]\n]*…\]\(\)/g

/** The text without the marks of uploads that were cut off by a reload. */
export const withoutUploads = (text: string): string =>
  text.replace(new RegExp(`(?<=^|\\n)${marks.source}(\\n|$)`, 'g'), '').replace(marks, '')
