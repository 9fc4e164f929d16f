import { readTags } from '#kernel/html-tags.ts'

/** Longer ones fit no index. */
const maxTargetBytes = 2000

/** The addresses of other sites that the text links to, each once and as it is written there: who is told looks for it letter
 *  by letter. At most `max`, in the order of the text. */
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
