import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { AppError } from '../errors.ts'
import { recordTexts } from '../trace.ts'
import { codeFigures } from './code.ts'
import { embeds } from './embeds.ts'
import { footnotes } from './footnotes.ts'
import { hashtags, withHashtags } from './hashtags.ts'
import { linkPreviews } from './link-previews.ts'
import { linkTarget } from './links.ts'
import { tableBoxes } from './tables.ts'
import { t } from '#messages/messages.ts'

/** Maximum length of a link or picture URL. Links and pictures with longer URLs are left as text. */
const maxAddressLength = 2048
/** Maximum length of a bare URL, which limits the work for each `://` in a document. */
const maxBareAddressLength = 1000
/** Maximum number of block tokens: about 20,000 paragraphs or 12,000 list items. */
const maxBlockTokens = 60_000

/** CommonMark with GitHub's tables, strikethrough, autolinks, and footnotes. HTML is shown as text. */
export const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 50 })

markdown.use(embeds).use(codeFigures).use(linkPreviews).use(tableBoxes).use(footnotes).use(hashtags).use(limitLinks)
markdown.core.ruler.after('block', 'limit', ({ tokens }) => {
  if (tokens.length > maxBlockTokens)
    throw new AppError(
      'invalid_input',
      recordTexts(() => t('The text has too many paragraphs, list items, or table cells.')),
    )
})
/** @param hashtags receives the names of hashtags, which become links; without it, hashtags are left as text */
export const parse = (source: string, hashtags?: string[]): Token[] =>
  markdown.parse(source.toWellFormed(), hashtags ? withHashtags(hashtags) : {})

/** markdown-it plugin that links only allowed URLs and limits the search for bare URLs. */
export function limitLinks(md: Parser): void {
  md.validateLink = (address) =>
    address.length <= maxAddressLength && linkTarget(address, 'https://relative.invalid') !== null
  const decoded = md.normalizeLinkText
  // A bare URL is shown decoded, unless that would insert NUL, a line break, or a control character that changes the
  // text direction.
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
