import { t } from '#messages/messages.ts'
import { gfm } from '@joplin/turndown-plugin-gfm'
import { createDocument } from '@mixmark-io/domino'
import Turndown from 'turndown'
import { attribute, cardOf, isElement, mediaLink } from './html-cards.ts'

const maxLength = 2_000_000
const maxDepth = 400

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' })
turndown.use(gfm)
turndown.remove(['script', 'style', 'noscript', 'form', 'button', 'input', 'textarea', 'select'])
turndown.addRule('plain-pre', {
  filter: (node) => node.nodeName === 'PRE' && node.firstElementChild?.nodeName !== 'CODE',
  replacement: (_, node) => fenced(node.textContent ?? '', isElement(node) ? languageOf(node) : ''),
})
// Hashtags remain plain text, so that they also work as hashtags here.
turndown.addRule('hashtag', {
  filter: (node) => node.nodeName === 'A' && /^#[\p{L}\p{M}\p{N}_]+$/u.test(node.textContent ?? '') && isHashtag(node),
  replacement: (_, node) => node.textContent ?? '',
})
// Links whose text is their address: embedded pages, and links from Mastodon, which hides parts of addresses.
turndown.addRule('address', {
  filter: (node) =>
    node.nodeName === 'A' &&
    (attribute(node, 'class') === 'address' || Boolean(node.querySelector('.invisible'))) &&
    isAddress(node.textContent ?? '') &&
    attribute(node, 'href') === node.textContent,
  replacement: (_, node) => `<${node.textContent}>`,
})
turndown.addRule('footnote-reference', {
  filter: (node) =>
    node.nodeName === 'A' && attribute(node, 'class') === 'footnote-anchor' && isNumber(node.textContent),
  replacement: (_, node) => `[^${node.textContent}]`,
})
turndown.addRule('footnote', {
  filter: (node) => node.nodeName === 'ASIDE' && attribute(node, 'class') === 'footnote' && isNumber(node.title),
  replacement: (content, node) =>
    `\n\n[^${attribute(node, 'title')}]: ${content.trim().replaceAll('\n', '\n    ')}\n\n`,
})
turndown.addRule('frame', {
  filter: 'iframe',
  replacement: (_, node) => {
    const url = URL.parse(attribute(node, 'src').replace(/^\/\//, 'https://'))
    return url?.protocol === 'https:' ? `\n\n<iframe src="${url.href}"></iframe>\n\n` : ''
  },
})
turndown.addRule('media', {
  filter: ['video', 'audio'],
  replacement: (_, node) => (isElement(node) ? `\n\n${mediaLink(node)}\n\n` : ''),
})
turndown.addRule('figcaption', {
  filter: 'figcaption',
  replacement: (content) =>
    content.trim() === '' ? '' : `\n\n*${content.trim().replace(/^\*+|(?<!\*)\*+$/g, '')}*\n\n`,
})
// Ghost and WordPress blocks include the controls of their players and boxes.
turndown.addRule('card', {
  filter: (node) => cardOf(node) !== undefined,
  replacement: (content, node) => {
    const card = cardOf(node)
    return card && isElement(node) ? `\n\n${card(node, content.trim())}\n\n` : ''
  },
})
turndown.addRule('footnote', {
  filter: (node) => /^\d+$/.test(attribute(node, 'data-footnote') + attribute(node, 'data-footnote-text')),
  replacement: (content, node) => {
    const mark = attribute(node, 'data-footnote')
    return mark === '' ? `\n\n[^${attribute(node, 'data-footnote-text')}]: ${content.trim()}\n\n` : `[^${mark}]`
  },
})
turndown.addRule('markdown', {
  filter: (node) => node.nodeName === 'PRE' && isElement(node) && node.hasAttribute('data-markdown'),
  replacement: (_, node) => `\n\n${node.textContent ?? ''}\n\n`,
})

/** Converts HTML to Markdown and drops what Markdown cannot express. The HTML is not trusted: the result contains only
 *  Markdown. @throws Error if it is too long or too deeply nested */
export function markdownOf(html: string): string {
  checkSize(html)
  return turndown.turndown(html)
}

/** Parses an untrusted document from another site, to change it before {@link markdownOfNode} converts part of it.
 *  @throws Error if it is too long or too deeply nested */
export function documentOf(html: string): Document {
  checkSize(html)
  return createDocument(html)
}

function checkSize(html: string): void {
  if (html.length > maxLength) throw new Error(t('its HTML is too long'))
  if (isTooDeep(html)) throw new Error(t('its HTML is nested too deeply'))
}

/** Converts part of a document to Markdown. */
export const markdownOfNode = (node: HTMLElement): string => turndown.turndown(node)

/** Reports whether the HTML may be nested more deeply than real pages. Each level takes space on the stack. */
function isTooDeep(html: string): boolean {
  let open = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^<>]*>/gi)) {
    if (tag.startsWith('</')) open--
    else if (!/^<(?:br|img|hr|input|meta|link|source|p|li|td|tr|th|option|wbr|col)\b|\/>$/i.test(tag)) open++
    if (open > maxDepth) return true
  }
  return false
}

/** Returns the language of a code block in any highlighter's markup. */
function languageOf(pre: HTMLElement): string {
  const { className } = pre
  const [, named] = /(?:brush:\s*|lang(?:uage)?[:-]\s*)([\w+#-]+)/.exec(className) ?? []
  const given = ['data-enlighter-language', 'data-language', 'data-lang', 'lang'].map((name) => attribute(pre, name))
  return (named ?? given.find((one) => one !== '') ?? '').replace(/[^\w+#-]/g, '')
}

const isHashtag = (node: HTMLElement) => attribute(node, 'class').split(' ').includes('hashtag')
const isNumber = (text: string | null) => /^\d{1,4}$/.test(text ?? '')
const isAddress = (text: string) => /^https?:\/\/[^\s<>]+$/.test(text)

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n\n`
}
