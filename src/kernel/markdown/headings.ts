import type { Token } from 'markdown-it'
import { t } from '#messages/messages.ts'
import { excerptOf } from './excerpts.ts'
import { worded } from './plain-text.ts'
import { tokenOf } from './tokens.ts'

/** Maximum length of a heading's id in code points, excluding the suffix that makes it unique. */
const maxSlugLength = 60
const maxLabelLength = 120
/** Maximum number of headings with ids in a document. */
const maxNamed = 500

/** Gives each heading of an article an id made from its words, and a link to itself. The prefix `h-` prevents conflicts
 *  with other ids on the page and with names in scripts. Links in the text to `#words-of-a-heading` point to
 *  that heading. */
export function nameHeadings(tokens: Token[]): void {
  const unique = uniqueNames()
  const names = new Map<string, string>()
  tokens.forEach((heading, index) => {
    // A heading in a quote is not a section of the article.
    if (heading.type !== 'heading_open' || heading.level > 0 || names.size === maxNamed) return
    const line = tokens[index + 1]?.children ?? []
    const text = line.map(worded).join('').trim()
    if (!text) return
    const name = unique(slugOf(text) || 'section')
    const href = `#h-${name}`
    names.set(`#${encodeURIComponent(name)}`, href)
    heading.attrs = [['id', `h-${name}`], ...(heading.attrs ?? [])]
    const label = `${t('Link to this section')}: ${excerptOf(text, maxLabelLength)}`
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

/** Returns a heading's words for use in a URL: letters from any script and digits, with words separated by `-`. */
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

/** Makes names unique: the first occurrence keeps its name, and later ones get `-2`, `-3`. */
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
