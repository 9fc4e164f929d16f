import type { Token } from 'markdown-it'
import { excerptOf } from './excerpts.ts'
import { worded } from './plain-text.ts'
import { tokenOf } from './tokens.ts'

/** Longest id of a heading, in code points, without what makes it the only one. */
const maxSlugLength = 60
const maxLabelLength = 120
/** Headings that can be linked to, of one text. */
const maxNamed = 500

/** Gives the headings of an article ids made of their words, and a link to themselves. `h-` keeps the ids apart from all
 *  others of the page and from the names of scripts. Links of the text to `#words-of-a-heading` lead there. */
export function nameHeadings(tokens: Token[]): void {
  const unique = uniqueNames()
  const names = new Map<string, string>()
  tokens.forEach((heading, index) => {
    // One in a quote is no part of the article.
    if (heading.type !== 'heading_open' || heading.level > 0 || names.size === maxNamed) return
    const line = tokens[index + 1]?.children ?? []
    const text = line.map(worded).join('').trim()
    if (!text) return
    const name = unique(slugOf(text) || 'section')
    const href = `#h-${name}`
    names.set(`#${encodeURIComponent(name)}`, href)
    heading.attrs = [['id', `h-${name}`], ...(heading.attrs ?? [])]
    const label = `Link to this section: ${excerptOf(text, maxLabelLength)}`
    line.push(
      tokenOf('anchor_open', 'a', 1, { class: 'heading-anchor', href, 'aria-label': label }),
      tokenOf('anchor_close', 'a', -1),
    )
  })
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    const named = link.type === 'link_open' && names.get(String(link.attrGet('href')))
    if (named) link.attrSet('href', named)
  }
}

/** The words of a heading as a part of an address: letters of every script and digits, with `-` between. */
function slugOf(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  const points = Array.from(words.filter(Boolean).join('-'))
  if (points.length <= maxSlugLength) return points.join('')
  const lastEnd = points.slice(0, maxSlugLength + 1).lastIndexOf('-')
  return points.slice(0, lastEnd > 0 ? lastEnd : maxSlugLength).join('')
}

/** The first one keeps its name, the next get `-2`, `-3`. */
function uniqueNames(): (name: string) => string {
  const taken = new Map<string, number>()
  return (name) => {
    let count = taken.get(name) ?? 0
    let unique = name
    while (taken.has(unique)) unique = `${name}-${(count += 1) + 1}`
    taken.set(name, count)
    taken.set(unique, taken.get(unique) ?? 0)
    return unique
  }
}
