import { GFM, parser } from '@lezer/markdown'
import { withinMs } from './time-limit.ts'

/** Parses Markdown with tables, strikethrough, and bare URLs into a tree with positions. */
export const markdownParser = parser.configure(GFM)

type Visit = Parameters<ReturnType<typeof markdownParser.parse>['iterate']>[0]['enter']

/** Ten times what 100,000 characters of ordinary text take. */
const patienceMs = 500

/** Visits every node in the Markdown. @returns false if the visit is incomplete because the text takes too
 *  long to parse or is nested too deeply */
export function visitMarkdown(markdown: string, enter: Visit): boolean {
  try {
    return withinMs(patienceMs, () => markdownParser.parse(markdown).iterate({ enter }))
  } catch (reason) {
    if (reason instanceof RangeError) return false
    throw reason
  }
}

export interface Address {
  /** The URL as a browser would get it, without brackets or escapes. */
  text: string
  kind: 'picture' | 'link' | 'bare'
}

interface Place extends Address {
  from: number
  to: number
}

/** Returns the URLs of pictures and links in order, except URLs in code. */
function addressesIn(markdown: string): Place[] | null {
  const places: Place[] = []
  const isRead = visitMarkdown(markdown, ({ name, from, to, node }) => {
    if (name !== 'URL') return
    const text = unescaped(markdown.slice(from, to))
    places.push({ from, to, text, kind: kindOf(node.parent?.name ?? '', text) })
  })
  return isRead ? places : null
}

/** Replaces the URLs for which `replacement` returns another URL. Returns null if the text cannot be parsed in time. */
export async function withAddresses(
  markdown: string,
  replacement: (address: Address) => Promise<string | null> | string | null,
): Promise<string | null> {
  const places = addressesIn(markdown)
  if (!places) return null
  const parts: string[] = []
  let end = 0
  for (const { from, to, ...address } of places) {
    const other = await replacement(address)
    if (other === null) continue
    parts.push(markdown.slice(end, from), other)
    end = to
  }
  return [...parts, markdown.slice(end)].join('')
}

function kindOf(parent: string, text: string): Address['kind'] {
  if (parent === 'Image') return 'picture'
  if (parent === 'LinkReference') return /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(text) ? 'picture' : 'link'
  return parent === 'Link' ? 'link' : 'bare'
}

const unescaped = (text: string) => text.replace(/^<(.*)>$/s, '$1').replace(/\\([!-/:-@[-`{-~])/g, '$1')
