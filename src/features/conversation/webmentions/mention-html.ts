import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { escapeHtml, unescapeHtml } from '#kernel/html.ts'

const maxTextLength = 5000
const maxHtmlLength = 20_000

const asTag = (names: string, tagName: string) => Object.fromEntries(names.split(' ').map((name) => [name, tagName]))

/** Allows far fewer elements than posts do: no pictures, headings, or tables, and no ids or classes. */
const allowList: IOptions = {
  allowedTags: ['p', 'div', 'br', 'a', 'em', 'strong', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 's'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'iframe', 'template'],
  nestingLimit: 20,
  parseStyleAttributes: false,
  transformTags: {
    a: (_, { href = '' }) => ({
      tagName: 'a',
      attribs: /^https?:\/\//i.test(href) ? { href, rel: 'ugc nofollow noopener' } : {},
    }),
    b: 'strong',
    i: 'em',
    del: 's',
    // These become blocks, so that there is whitespace between the words of adjacent elements.
    ...asTag('h1 h2 h3 h4 h5 h6', 'p'),
    ...asTag('section article header footer figure figcaption dl dt dd tr td th', 'div'),
  },
}

interface MentionText {
  content: string
  contentHtml: string
}

/** Sanitizes content from another site: keeps links, emphasis, code, paragraphs, and lists. Truncates long content
 *  and reduces it to plain text. `html` is empty if the content is plain text. */
export function mentionText(text: string, html: string): MentionText {
  const plain = text.replace(/\n{3,}/g, '\n\n').trim()
  const content = plain.length > maxTextLength ? `${plain.slice(0, maxTextLength).toWellFormed().trimEnd()} …` : plain
  const isWhole = content === plain && html !== '' && html.length <= maxHtmlLength
  const contentHtml = isWhole ? sanitized(html) : ''
  const words = wordsOf(contentHtml)
  return words ? { content: words, contentHtml } : { content, contentHtml: paragraphs(content) }
}

const sanitized = (html: string) => sanitizeHtml(html, allowList).replaceAll(' />', '>').trim()

/** Converts blocks of sanitized HTML to lines. */
const wordsOf = (html: string) =>
  unescapeHtml(html.replaceAll(/<br>|<\/(?:p|div|li|pre|blockquote)>/g, '\n').replaceAll(/<[^<>]*>/g, ''))
    .replaceAll(/\n\s*\n/g, '\n\n')
    .trim()

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
