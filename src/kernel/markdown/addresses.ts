import { GFM, parser } from '@lezer/markdown'
import { withinMs } from './time-limit.ts'

/** Markdown with tables, strikethrough and bare addresses, every part of it with its place. */
export const markdownParser = parser.configure(GFM)

type Visit = Parameters<ReturnType<typeof markdownParser.parse>['iterate']>[0]['enter']

/** Ten times as long as it takes for an ordinary text of 100,000 characters. */
const patienceMs = 500

/** Visits every part of the markdown. @returns false for a text that is made to keep the parser busy, or that is nested too
 *  deeply for it: what was visited until then is not all */
export function visitMarkdown(markdown: string, enter: Visit): boolean {
  try {
    return withinMs(patienceMs, () => markdownParser.parse(markdown).iterate({ enter }))
  } catch (reason) {
    if (reason instanceof RangeError) return false
    throw reason
  }
}

export interface Address {
  /** As a browser would be given it: without brackets and escapes. */
  text: string
  kind: 'picture' | 'link' | 'bare'
}

interface Place extends Address {
  from: number
  to: number
}

/** The addresses of the markdown's pictures and links, in their order; those in code are none. */
function addressesIn(markdown: string): Place[] | null {
  const places: Place[] = []
  const isRead = visitMarkdown(markdown, ({ name, from, to, node }) => {
    if (name !== 'URL') return
    const text = unescaped(markdown.slice(from, to))
    places.push({ from, to, text, kind: kindOf(node.parent?.name ?? '', text) })
  })
  return isRead ? places : null
}

/** The markdown with other addresses in place of those that `replacement` gives one for; null for a text that cannot be
 *  read in time. */
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
