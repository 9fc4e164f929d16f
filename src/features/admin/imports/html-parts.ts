import { createDocument } from '@mixmark-io/domino'

// Changes to HTML documents before they are converted to Markdown.

const maxLineLength = 5000
const formatting = /<(b|i|em|strong|code|span|small|sub|sup|mark)\b[^>]*>([^<]*)<\/\1>/gi

/** Returns the text of a title or name with HTML: decodes entities and drops formatting. Keeps every other `<`, because
 *  some programs escape titles only once. */
export function plainText(html: string): string {
  if (!/[&<]/.test(html) || html.length > maxLineLength) return html
  const text = html.replaceAll(formatting, '$2').replaceAll(/<br\s*\/?>/gi, ' ')
  return createDocument(`<body>${text.replaceAll('<', '&lt;')}`).body.textContent ?? ''
}

/** Returns the element's attribute, or the empty string. */
export const attributeOf = (element: Element | null | undefined, name: string): string =>
  element?.getAttribute(name) ?? ''

/** Returns an element's text on one line. */
export const lineOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** Returns the elements that match a selector. The parser's own lists cannot be iterated. */
export const all = (root: ParentNode, selector: string): HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>(selector))

export const nodesOf = ({ childNodes }: Node): Node[] => Array.from(childNodes)

export const removeAll = (root: ParentNode, selector: string): number => {
  const found = all(root, selector)
  for (const element of found) element.remove()
  return found.length
}

/** Creates an element with text or other nodes. */
export function elementOf(
  { ownerDocument: document }: Element,
  name: string,
  attributes: Record<string, string>,
  ...content: (string | Node)[]
): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  for (const one of content) element.appendChild(typeof one === 'string' ? document.createTextNode(one) : one)
  return element
}

/** Replaces an element with others. */
export function replaceWith(element: Element, ...others: Node[]): void {
  for (const other of others) element.parentNode?.insertBefore(other, element)
  element.remove()
}

/** Replaces an element with a paragraph that links to an address, or removes it if the address is not a web address. */
export function replaceWithLink(element: Element, address: string, text: string): void {
  if (!/^https?:\/\//.test(address)) return element.remove()
  const attributes = { href: address, ...(text === '' && { class: 'address' }) }
  replaceWith(element, elementOf(element, 'p', {}, elementOf(element, 'a', attributes, text || address)))
}

/** Replaces code with its text, because elements for line breaks and colors would be lost. */
export function replaceCode(pre: Element, language: string): void {
  for (const line of all(pre, 'br')) replaceWith(line, pre.ownerDocument.createTextNode('\n'))
  const attributes: Record<string, string> = /^[\w+#-]+$/.test(language) ? { class: `language-${language}` } : {}
  replaceWith(pre, elementOf(pre, 'pre', {}, elementOf(pre, 'code', attributes, pre.textContent ?? '')))
}

/** Puts a picture's caption below it, in italics. */
export function replaceCaptions(root: ParentNode): void {
  for (const caption of all(root, 'figcaption')) {
    const italic = elementOf(caption, 'em', {}, lineOf(caption))
    if (lineOf(caption) === '') caption.remove()
    else replaceWith(caption, elementOf(caption, 'p', {}, italic))
  }
}
