import { readTags } from './html-tags.ts'

/** What was fetched: `url` is where it stands in the end. */
export interface FetchedPage {
  html: string
  url: string
  linkHeader: string | null
}

/** The addresses, as they are written, of the page's links with that relation: those of the `Link` header, then those of
 *  `<link>` and `<a>` in the order of the document. Source: RFC 8288, 3; HTML, 4.6. */
export const linksWithRelation = (page: FetchedPage, relation: string): string[] => [
  ...inHeader(page.linkHeader ?? '', relation),
  ...inHtml(page.html, relation),
]

function inHeader(header: string, relation: string): string[] {
  const links = [...header.matchAll(/<([^<>]*)>([^<>]*)/g)]
  return links.flatMap(([, href, params]) => {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]+))/i.exec(params!)
    return hasWord(rel?.[1] ?? rel?.[2], relation) ? [href!] : []
  })
}

function inHtml(html: string, relation: string): string[] {
  const found: string[] = []
  readTags(html, {
    onOpen: ({ name, attributes }) => {
      const href = attributes.get('href')
      const isLink = (name === 'a' || name === 'link') && href !== undefined
      if (isLink && hasWord(attributes.get('rel'), relation)) found.push(href)
    },
  })
  return found
}

const hasWord = (text: string | undefined, word: string): boolean =>
  text !== undefined && text.toLowerCase().split(/\s+/).includes(word)
