import MarkdownIt, { type Token } from 'markdown-it'
import { codeFigures } from './code.ts'
import { embeds } from './embeds.ts'
import { linkTarget } from './links.ts'
import { tableBoxes } from './tables.ts'

/** Longest address of a link or picture; a longer one stays text. */
const maxAddressLength = 2048
/** Depth of quotes and lists; what is deeper is left out. */
const maxNesting = 24

/** CommonMark and GitHub's tables, strikethrough and autolinks; HTML is text. */
export const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting })

markdown.use(embeds).use(codeFigures).use(tableBoxes)
markdown.validateLink = (address) =>
  address.length <= maxAddressLength && linkTarget(address, 'https://relative.invalid') !== null
markdown.linkify
  .set({ maxLength: maxAddressLength })
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

export const parse = (source: string): Token[] => markdown.parse(source.toWellFormed(), {})
