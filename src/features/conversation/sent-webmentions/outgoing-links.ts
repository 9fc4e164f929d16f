import { readTags } from '#kernel/html-tags.ts'

/** Maximum length that the index supports. */
const maxTargetBytes = 2000

/** Returns up to `max` distinct links to other sites, in document order. URLs are kept exactly as written, because
 *  receivers search the page for that spelling. */
export function outgoingLinks(html: string, siteUrl: string, max: number): string[] {
  const host = new URL(siteUrl).host
  const hrefs = new Set<string>()
  readTags(html, {
    onOpen: ({ name, attributes }) => {
      const href = attributes.get('href') ?? ''
      if (name === 'a' && hrefs.size < max && isForeign(href, host)) hrefs.add(href)
    },
  })
  return [...hrefs]
}

function isForeign(href: string, host: string): boolean {
  const url = /^https?:\/\/[^\s]+$/i.test(href) ? URL.parse(href) : null
  return (
    url !== null && !url.username && !url.password && url.host !== host && Buffer.byteLength(href) <= maxTargetBytes
  )
}
