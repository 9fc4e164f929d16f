import { gfm } from '@joplin/turndown-plugin-gfm'
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
  replacement: (content) => (content.trim() === '' ? '' : `\n\n*${content.trim().replace(/^\*+|\*+$/g, '')}*\n\n`),
})
// The blocks of Ghost and WordPress come with the controls of their players and boxes.
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
  if (html.length > maxLength) throw new Error('its HTML is too long')
  if (isTooDeep(html)) throw new Error('its HTML is nested too deeply')
  return turndown.turndown(html)
}

/** Whether the HTML may have more nested elements than real pages do: each one takes space on the stack. */
function isTooDeep(html: string): boolean {
  let open = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^<>]*>/gi)) {
    if (tag.startsWith('</')) open--
    else if (!/^<(?:br|img|hr|input|meta|link|source|p|li|td|tr|th|option|wbr|col)\b|\/>$/i.test(tag)) open++
    if (open > maxDepth) return true
  }
  return false
}

/** Returns the language of a code block of a highlighter. */
function languageOf(pre: HTMLElement): string {
  const { className } = pre
  const [, named] = /(?:brush:\s*|lang(?:uage)?[:-]\s*)([\w+#-]+)/.exec(className) ?? []
  const given = ['data-enlighter-language', 'data-language', 'data-lang', 'lang'].map((name) => attribute(pre, name))
  return (named ?? given.find((one) => one !== '') ?? '').replace(/[^\w+#-]/g, '')
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n\n`
}
