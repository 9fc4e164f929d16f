import { readTags } from './html-tags.ts'

/** A fetched page. `url` is its final URL after redirects. */
export interface FetchedPage {
  html: string
  url: string
  linkHeader: string | null
}

/** Returns the unresolved URLs of the page's links with the given relation, first from the `Link` header, then from
 *  `<link>` and `<a>` elements in document order. Source: RFC 8288, 3; HTML, 4.6. */
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
