/** Well-formed XML. Plain strings are unescaped text. */
export interface Xml {
  readonly xml: string
}
type Content = string | Xml | null | Content[]

/** Creates an element. Omits null content and attributes without a value. */
export function element(
  name: string,
  attributes: Record<string, string | number | undefined>,
  ...content: Content[]
): Xml {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  )
  const inner = xmlOf(content)
  const start = `<${name}${given.join('')}`
  return { xml: inner === '' ? `${start}/>` : `${start}>${inner}</${name}>` }
}

/** Returns the root element as a document. */
export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`

function xmlOf(content: Content): string {
  if (content === null) return ''
  if (typeof content === 'string') return escapeXml(content)
  return Array.isArray(content) ? content.map(xmlOf).join('') : content.xml
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
/** Characters that XML cannot contain, even when escaped: most control characters, lone surrogates, U+FFFE, U+FFFF.
 *  Source: XML 1.0, Char. */
const unsayable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const escapeXml = (text: string): string =>
  text.replaceAll(unsayable, '\u{fffd}').replaceAll(/[&<>"\r]/g, (sign) => entities[sign]!)
