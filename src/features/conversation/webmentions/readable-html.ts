import { escapeHtml } from '#kernel/html.ts'
import { type Attribute, readTags } from '#kernel/html-tags.ts'

const addressed = new Set(['href', 'src', 'data'])

/** Removes URLs that cannot be resolved, because the microformats parser fails on them. */
export function readableHtml(html: string, pageUrl: string): string {
  const parts: string[] = []
  let done = 0
  let base = pageUrl
  function onAttribute({ tag, name, value, start, end }: Attribute): void {
    if (!addressed.has(name)) return
    const url = URL.parse(value, base)
    if (tag === 'base' && url) base = url.href
    if (url && tag !== 'base') return
    parts.push(html.slice(done, start), url ? escapeHtml(url.href) : '')
    done = end
  }
  readTags(html, { onOpen: () => {}, onAttribute })
  return parts.join('') + html.slice(done)
}
