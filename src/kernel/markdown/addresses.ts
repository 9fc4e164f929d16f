import { GFM, parser } from '@lezer/markdown'

/** Markdown with tables, strikethrough and bare addresses, every part of it with its place. */
export const markdownParser = parser.configure(GFM)

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
function addressesIn(markdown: string): Place[] {
  const places: Place[] = []
  markdownParser.parse(markdown).iterate({
    enter({ name, from, to, node }) {
      if (name !== 'URL') return
      const text = unescaped(markdown.slice(from, to))
      places.push({ from, to, text, kind: kindOf(node.parent?.name ?? '', text) })
    },
  })
  return places
}

/** The markdown with other addresses in place of those that `replacement` gives one for. */
export async function withAddresses(
  markdown: string,
  replacement: (address: Address) => Promise<string | null> | string | null,
): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const { from, to, ...address } of addressesIn(markdown)) {
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
