import { QuoteType, Tokenizer } from 'htmlparser2'

export interface Tag {
  /** In lowercase. */
  name: string
  /** By lowercase name. If an attribute is repeated, only the first one counts. */
  attributes: ReadonlyMap<string, string>
}
/** `start` and `end`: the position of the attribute's raw value, without quotes. */
export interface Attribute {
  tag: string
  name: string
  value: string
  start: number
  end: number
}
interface Handlers {
  onOpen: (tag: Tag) => void
  onAttribute?: (attribute: Attribute) => void
  onClose?: (name: string) => void
  /** Called with text, in parts. Not called for scripts, styles, and comments. */
  onText?: (text: string) => void
}

const ignored = () => {}

/** Reads HTML tag by tag in linear time, without building a tree, which maliciously deep nesting would make slow.
 *  Ignores tags in comments, scripts, and raw text. */
export function readTags(
  html: string,
  { onOpen, onAttribute = ignored, onClose = ignored, onText = ignored }: Handlers,
): void {
  let tag = ''
  let name = ''
  let value = ''
  let valueStart = 0
  let isText = true
  let attributes = new Map<string, string>()
  const endOfTag = () => {
    isText = tag !== 'script' && tag !== 'style'
    onOpen({ name: tag, attributes })
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname: (start, end) => {
        name = html.slice(start, end).toLowerCase()
        value = ''
        valueStart = -1
      },
      onattribdata: (start, end) => {
        if (valueStart < 0) valueStart = start
        value += html.slice(start, end)
      },
      onattribentity: (codepoint) => (value += String.fromCodePoint(codepoint)),
      onattribend: (quote, end) => {
        const isQuoted = quote === QuoteType.Single || quote === QuoteType.Double
        if (valueStart >= 0) onAttribute({ tag, name, value, start: valueStart, end: isQuoted ? end - 1 : end })
        if (!attributes.has(name)) attributes.set(name, value)
      },
      onopentagend: endOfTag,
      onselfclosingtag: endOfTag,
      onclosetag: (start, end) => {
        isText = true
        onClose(html.slice(start, end).toLowerCase())
      },
      ontext: (start, end) => isText && onText(html.slice(start, end)),
      ontextentity: (codepoint) => isText && onText(String.fromCodePoint(codepoint)),
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onend: ignored,
      onprocessinginstruction: ignored,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
