import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { escapeHtml } from '#kernel/html.ts'

const maxTextLength = 5000
const maxHtmlLength = 20_000

/** Much less than posts may have: no pictures, headings, tables, ids or classes. */
const allowList: IOptions = {
  allowedTags: ['p', 'br', 'a', 'em', 'strong', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 's'],
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
  },
}

interface MentionText {
  content: string
  contentHtml: string
}

/** What another site wrote as this one shows it: links, emphasis, code, paragraphs, lists. What is too long is cut and
 *  shown as plain text. `html` is empty where there is only text. */
export function mentionText(text: string, html: string): MentionText {
  const plain = text.replace(/\n{3,}/g, '\n\n').trim()
  const content = plain.length > maxTextLength ? `${plain.slice(0, maxTextLength).toWellFormed().trimEnd()} …` : plain
  const isWhole = content === plain && html !== '' && html.length <= maxHtmlLength
  return { content, contentHtml: isWhole ? sanitized(html) : paragraphs(content) }
}

const sanitized = (html: string) => sanitizeHtml(html, allowList).replaceAll(' />', '>').trim()

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
