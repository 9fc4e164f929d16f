import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { AppError } from '../errors.ts'
import { codeFigures } from './code.ts'
import { embeds } from './embeds.ts'
import { footnotes } from './footnotes.ts'
import { linkPreviews } from './link-previews.ts'
import { linkTarget } from './links.ts'
import { tableBoxes } from './tables.ts'

/** Longest address of a link or picture; a longer one stays text. */
const maxAddressLength = 2048
/** Longest address that is found without markup around it. Every `://` of a text may be tried up to it. */
const maxBareAddressLength = 1000
/** Paragraphs, items and cells with their beginnings and ends: 20,000 paragraphs or 12,000 items of a list. */
const maxBlockTokens = 60_000

/** CommonMark and GitHub's tables, strikethrough, autolinks and footnotes; HTML is text. */
export const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 50 })

markdown.use(embeds).use(codeFigures).use(linkPreviews).use(tableBoxes).use(footnotes).use(limitLinks)
markdown.core.ruler.after('block', 'limit', ({ tokens }) => {
  if (tokens.length > maxBlockTokens)
    throw new AppError('invalid_input', 'The text has too many paragraphs, list items or table cells.')
})
export const parse = (source: string): Token[] => markdown.parse(source.toWellFormed(), {})

/** markdown-it plugin: of addresses only those become links that a page may carry, and bare ones are found within limits. */
export function limitLinks(md: Parser): void {
  md.validateLink = (address) =>
    address.length <= maxAddressLength && linkTarget(address, 'https://relative.invalid') !== null
  const decoded = md.normalizeLinkText
  // A bare address is shown decoded, unless that would put NUL, a line break or a change of direction into the text.
  md.normalizeLinkText = (address) => (/\p{C}/u.test(decoded(address)) ? address : decoded(address))
  md.linkify
    .set({ maxLength: maxBareAddressLength })
    .add('ftp:', null)
    .add('//', null)
    .add('www.', {
      validate(text, position, { re }) {
        const host = re.get_relative_proto_validator()
        host.lastIndex = position
        return host.exec(text)?.[0].length ?? 0
      },
      normalize(match) {
        match.url = `http://${match.url}`
      },
    })
}
