import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { sanitized } from './allow-list.ts'
import { highlightCode } from './code.ts'
import { excerptOf, maxMarkdownLength, readingMinutesOf } from './excerpts.ts'
import { nameHeadings } from './headings.ts'
import { listBounds, pageBounds, withinBounds } from './html-bounds.ts'
import { loneLinksIn, withLinkPreviews } from './link-previews.ts'
import { type ImageSource, type PageOptions, pictureAddresses, settleLinksAndPictures } from './links-and-pictures.ts'
import { markdown, parse } from './parser.ts'
import { plainText } from './plain-text.ts'
import { markLines } from './source-lines.ts'
import { alignCells } from './tables.ts'
import { checkTasks } from './task-lists.ts'

export type { ImageSource, PageOptions }

/** A text as pages, feeds and search need it. The excerpts are plain text on one line. */
export interface Rendered {
  /** Safe HTML within `pageBounds`. Own addresses in it are paths. */
  html: string
  /** Whether the HTML is only the beginning of a text that is too large for one page. */
  isTruncated: boolean
  /** The beginning within `listBounds`, for lists. Null if the HTML is short enough. */
  beginningHtml: string | null
  /** Everything it says, without markup, a block a line. */
  text: string
  excerpt200: string
  description155: string
  shareText100: string
  readingMinutes: number
  /** Where its pictures are fetched from, in order. */
  images: string[]
}

/** What a text is for. */
export interface TextForm {
  /** An article, on a page of its own: its headings can be linked to. */
  isArticle?: boolean | undefined
  /** Says at each block, as `data-line`, from which line of the source it comes; the first is 0. */
  withLines?: boolean | undefined
}

/** Counted up when the same markdown becomes other HTML or other plain text: what is stored is then made anew. */
export const renderVersion = 3

/** Markdown as safe HTML: CommonMark with tables, strikethrough, task lists, footnotes, autolinks, coloured code and players
 *  of YouTube and Vimeo; other HTML is shown as text. The headings of an article have ids. @throws AppError invalid_input past `maxMarkdownLength` */
export function renderMarkdown(source: string, options: PageOptions & TextForm): Rendered {
  const parsed = parseWithin(source)
  checkTasks(parsed)
  const { text, prose } = plainText(parsed)
  if (options.isArticle) nameHeadings(parsed)
  const images = settleLinksAndPictures(parsed, options)
  const tokens = options.preview ? withLinkPreviews(parsed, options.preview) : parsed
  alignCells(tokens)
  highlightCode(tokens)
  if (options.withLines) markLines(tokens)
  const summary = prose || text
  // Short posts stand together on one page.
  const env = options.isArticle ? {} : { footnotes: createHash('sha256').update(source).digest('hex').slice(0, 8) }
  const { html, isTruncated } = withinBounds(
    sanitized(markdown.renderer.render(tokens, markdown.options, env)),
    pageBounds,
  )
  const beginning = withinBounds(html, listBounds)
  return {
    html,
    isTruncated,
    beginningHtml: beginning.isTruncated ? beginning.html : null,
    text,
    excerpt200: excerptOf(summary, 200),
    description155: excerptOf(summary, 155),
    shareText100: excerptOf(summary, 100),
    readingMinutes: readingMinutesOf(text),
    images,
  }
}

/** The addresses of the pictures in a text, as `options.image` will be asked for them: look their sizes up first. */
export const imagesIn = (source: string, siteUrl: string): string[] =>
  /!\[/.test(source) ? pictureAddresses(parseWithin(source), siteUrl) : []

/** The addresses of the links that stand alone on their line, as `options.preview` will be asked for them. */
export const linksAloneIn = (source: string, siteUrl: string): string[] => loneLinksIn(parseWithin(source), siteUrl)

function parseWithin(source: string) {
  if (source.length > maxMarkdownLength) {
    throw new AppError('invalid_input', `The text is longer than ${maxMarkdownLength.toLocaleString('en')} characters.`)
  }
  return parse(source)
}
