import { createHash } from 'node:crypto'
import { locale, t } from '#messages/messages.ts'
import type { Language } from '#schemas/languages.contract.ts'
import { AppError } from '../errors.ts'
import { recordTexts } from '../trace.ts'
import { sanitized } from './allow-list.ts'
import { highlightCode } from './code.ts'
import { excerptOf, maxMarkdownLength, readingMinutesOf } from './excerpts.ts'
import { nameHeadings } from './headings.ts'
import { listBounds, pageBounds, withinBounds } from './html-bounds.ts'
import { languageOf } from './language.ts'
import { loneLinksIn, withLinkPreviews } from './link-previews.ts'
import { type ImageSource, type PageOptions, pictureAddresses, settleLinksAndPictures } from './links-and-pictures.ts'
import { markdown, parse } from './parser.ts'
import { plainText } from './plain-text.ts'
import { markLines } from './source-lines.ts'
import { alignCells } from './tables.ts'
import { checkTasks } from './task-lists.ts'

export type { ImageSource, PageOptions }

/** Rendered Markdown for pages, feeds, and search. Excerpts are plain text on one line. */
export interface Rendered {
  /** Sanitized HTML within `pageBounds`. Links to this site contain only the path. */
  html: string
  /** Whether the HTML is only the beginning of a document that is too large for one page. */
  isTruncated: boolean
  /** The beginning within `listBounds`, for lists. Null if the complete HTML is short enough. */
  beginningHtml: string | null
  /** The whole text without markup, one block per line. */
  text: string
  excerpt200: string
  description155: string
  shareText100: string
  readingMinutes: number
  /** The detected language of the prose; null if uncertain. */
  language: Language | null
  /** The URLs of the pictures, in order. */
  images: string[]
  /** The names of the hashtags, in order. */
  hashtags: string[]
}

/** How to render a document. */
export interface TextForm {
  /** Whether it is an article, whose headings have anchors. */
  isArticle?: boolean | undefined
  /** Whether to link hashtags. */
  hasHashtags?: boolean | undefined
  /** Whether to add each block's source line as `data-line`, from 0. */
  withLines?: boolean | undefined
}

/** Renders Markdown as sanitized HTML: CommonMark with tables, strikethrough, task lists, footnotes, autolinks,
 *  highlighted code, and YouTube and Vimeo players. Other HTML is shown as text. Headings in articles have ids. @throws
 *  AppError invalid_input beyond `maxMarkdownLength` */
export function renderMarkdown(source: string, options: PageOptions & TextForm): Rendered {
  const hashtags: string[] = []
  const parsed = parseWithin(source, options.hasHashtags ? hashtags : undefined)
  checkTasks(parsed)
  const { text, prose } = plainText(parsed)
  if (options.isArticle) nameHeadings(parsed)
  const images = settleLinksAndPictures(parsed, options)
  const tokens = options.preview ? withLinkPreviews(parsed, options.preview) : parsed
  alignCells(tokens)
  highlightCode(tokens)
  if (options.withLines) markLines(tokens)
  const summary = prose || text
  // Several short posts appear on one page.
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
    language: languageOf(prose),
    images,
    hashtags,
  }
}

/** Returns the URLs of the pictures in a document, in the form that `options.image` receives, to look up their sizes
 *  first. */
export const imagesIn = (source: string, siteUrl: string): string[] =>
  /!\[/.test(source) ? pictureAddresses(parseWithin(source), siteUrl) : []

/** Returns the URLs of links that are alone on their line, in the form that `options.preview` receives. */
export const linksAloneIn = (source: string, siteUrl: string): string[] => loneLinksIn(parseWithin(source), siteUrl)

function parseWithin(source: string, hashtags?: string[]) {
  if (source.length > maxMarkdownLength) {
    throw new AppError(
      'invalid_input',
      recordTexts(() =>
        t('The text is longer than {max} characters.', { max: maxMarkdownLength.toLocaleString(locale()) }),
      ),
    )
  }
  return parse(source, hashtags)
}
