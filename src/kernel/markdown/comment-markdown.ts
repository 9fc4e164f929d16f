import MarkdownIt, { type Token } from 'markdown-it'
import { sanitized } from './allow-list.ts'
import { codeFigures, highlightCode } from './code.ts'
import { commentBounds, withinBounds } from './html-bounds.ts'
import { settleLinksAndPictures } from './links-and-pictures.ts'
import { limitLinks } from './parser.ts'

/** A rendered comment within `commentBounds`. `links`: URLs on other sites. */
export interface RenderedComment {
  html: string
  isTruncated: boolean
  links: string[]
}

const comments = new MarkdownIt('zero', { breaks: true, linkify: true, maxNesting: 20 })
comments.enable(['fence', 'newline', 'escape', 'backticks', 'emphasis', 'link', 'autolink', 'entity', 'linkify'])
comments.use(codeFigures).use(limitLinks)

/** Renders links, code, and emphasis in a comment; everything else is left as plain text, with its line breaks. The
 *  source has at most a few thousand characters. */
export function renderComment(source: string, siteUrl: string): RenderedComment {
  const tokens = comments.parse(source.toWellFormed(), {})
  settleLinksAndPictures(tokens, { siteUrl, image: () => null })
  highlightCode(tokens)
  const html = sanitized(comments.renderer.render(tokens, comments.options, {}))
  return { ...withinBounds(html, commentBounds), links: foreignLinks(tokens) }
}

const foreignLinks = (tokens: Token[]): string[] =>
  tokens
    .flatMap((token) => token.children ?? [])
    .filter((token) => token.type === 'link_open' && token.attrGet('rel') !== null)
    .map((token) => String(token.attrGet('href')))
