import { visitMarkdown } from '#kernel/markdown/addresses.ts'
import { readTags, type Tag } from '#kernel/html-tags.ts'

const blocks = /^(?:HTML|Comment|ProcessingInstruction)Block$/
const parts = /^(?:HTMLTag|Comment|ProcessingInstruction)$/
const paragraphs = new Set(['Paragraph', 'TableCell', 'Task'])

/** Converts the HTML in Markdown to Markdown: images, links, headings, lists, and text; drops everything else. Returns
 *  null if parsing takes too long. */
export function withoutHtml(markdown: string): string | null {
  const written: string[] = []
  let end = 0
  let open: string[] = []
  const replace = (from: number, to: number, text: string) => {
    written.push(markdown.slice(end, from), text)
    end = to
  }
  const isRead = visitMarkdown(markdown, ({ name, from, to }) => {
    const html = () => markdown.slice(from, to)
    if (paragraphs.has(name)) open = []
    if (parts.test(name)) replace(from, to, lineOfHtml(html(), open))
    if (blocks.test(name)) replace(from, to, blockOf(html()))
  })
  return isRead ? written.join('') + markdown.slice(end) : null
}

/** @param open URLs of the links that are open in this paragraph */
const lineOfHtml = (html: string, open: string[]): string => writtenOf(html, open, () => ' ').trim()

function blockOf(html: string): string {
  const lines = writtenOf(html, [], breakOf).split('\n')
  const text = lines.map((line) => line.replaceAll(/[ \t]+/g, ' ').trim()).join('\n')
  return `\n\n${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n\n`
}

function writtenOf(html: string, open: string[], before: (tag: string) => string): string {
  let text = ''
  readTags(html, {
    onOpen: (tag) => (text += before(tag.name) + beginningOf(tag, open)),
    onClose: (name) => (text += (name === 'a' ? endOfLink(open) : '') + (headings.test(name) ? '\n\n' : '')),
    onText: (piece) => (text += escaped(piece)),
  })
  return text
}

function beginningOf({ name, attributes }: Tag, open: string[]): string {
  const src = attributes.get('src')
  if (name === 'img' && src) return `![${escaped(attributes.get('alt') ?? '')}](<${addressed(src)}>)`
  const href = attributes.get('href')
  if (name !== 'a' || !href) return ''
  open.push(href)
  return '['
}

function endOfLink(open: string[]): string {
  const href = open.pop()
  return href === undefined ? '' : `](<${addressed(href)}>)`
}

const headings = /^h[1-6]$/
const apart = new Set('p div center section details summary ul ol dl dt dd table tr blockquote pre picture'.split(' '))

function breakOf(tag: string): string {
  if (headings.test(tag)) return `\n\n${'#'.repeat(Number(tag[1]))} `
  if (tag === 'li') return '\n- '
  if (tag === 'hr') return '\n\n---\n\n'
  if (tag === 'td' || tag === 'th' || tag === 'br') return ' '
  return apart.has(tag) ? '\n\n' : ''
}

const escaped = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`)
const addressed = (address: string): string => address.trim().replaceAll(/[\s<>\\]/g, encodeURIComponent)
