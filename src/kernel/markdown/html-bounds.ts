/** The maximum size of a document's rendered HTML. */
export interface HtmlBounds {
  /** In UTF-8 bytes. */
  maxBytes: number
  /** In ordinary elements; see {@link weights}. */
  maxWeight: number
}

/** For a document on its own page. */
export const pageBounds: HtmlBounds = { maxBytes: 512 * 1024, maxWeight: 10_000 }
/** For each document in a list. */
export const listBounds: HtmlBounds = { maxBytes: 12 * 1024, maxWeight: 400 }

/** For each comment on a page. */
export const commentBounds: HtmlBounds = { maxBytes: 64 * 1024, maxWeight: 800 }

/** Elements that cost a browser more than an ordinary one (a frame loads a document; code and tables scroll separately)
 *  or less (the spans that color code). */
const weights: Record<string, number> = { iframe: 200, pre: 5, table: 5, img: 5, input: 3, hr: 2, span: 0.25 }

const ellipsis = '…'
const tagPattern = /<(\/?)([a-z][a-z0-9]*)[^<>]*>/g
const voidElements = new Set(['br', 'hr', 'img', 'input'])
/** Text directly inside these elements would be invalid. */
const textless = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])
const blocks = new Set('p h1 h2 h3 h4 h5 h6 hr li tr ul ol blockquote figure div section'.split(' '))

export interface BoundedHtml {
  html: string
  isTruncated: boolean
}

interface Cut {
  at: number
  endTags: string
  bytes: number
  weight: number
}

/** Returns the HTML if it is within the bounds, otherwise its beginning: whole blocks, or part of a block if that block
 *  alone takes up most of the space. Closes every element. The HTML must come from `sanitized`. */
export function withinBounds(html: string, bounds: HtmlBounds): BoundedHtml {
  const open: string[] = []
  let bytes = 0
  let weight = 0
  let endTagBytes = 0
  let read = 0
  let lastBlock: Cut = { at: 0, endTags: '', bytes: 0, weight: 0 }

  const roomFor = (moreBytes: number, moreWeight = 0) =>
    bytes + moreBytes + endTagBytes <= bounds.maxBytes && weight + moreWeight <= bounds.maxWeight
  const here = (): Cut => ({ at: read, endTags: endTagsOf(open), bytes, weight })
  const cutBefore = (text: string): BoundedHtml => {
    if (lastBlock.bytes * 2 >= bounds.maxBytes || lastBlock.weight * 2 >= bounds.maxWeight)
      return cutAt(html, lastBlock)
    const room = bounds.maxBytes - bytes - endTagBytes - Buffer.byteLength(ellipsis)
    const hasEllipsis = room >= 0 && !textless.has(open.at(-1) ?? '')
    return cutAt(html, here(), hasEllipsis ? beginningOfText(text, room) + ellipsis : '')
  }

  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(tagPattern)) {
    const text = html.slice(read, index)
    const textBytes = Buffer.byteLength(text)
    if (!roomFor(textBytes)) return cutBefore(text)
    bytes += textBytes
    read = index
    const isOpening = slash === '' && !voidElements.has(name)
    const tagBytes = Buffer.byteLength(tag)
    const added = slash === '' ? (weights[name] ?? 1) : 0
    if (slash === '' && !roomFor(tagBytes + (isOpening ? endTagLength(name) : 0), added)) return cutBefore('')
    if (isOpening) {
      open.push(name)
      endTagBytes += endTagLength(name)
    } else if (slash !== '') {
      open.pop()
      endTagBytes -= endTagLength(name)
    }
    bytes += tagBytes
    weight += added
    read = index + tag.length
    if (!isOpening && blocks.has(name) && !open.includes('figure')) lastBlock = here()
  }
  const rest = html.slice(read)
  return roomFor(Buffer.byteLength(rest)) ? { html, isTruncated: false } : cutBefore(rest)
}

const endTagLength = (name: string): number => name.length + '</>'.length
const endTagsOf = (open: string[]): string =>
  open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')

const cutAt = (html: string, { at, endTags }: Cut, end = ''): BoundedHtml => ({
  html: html.slice(0, at) + end + endTags,
  isTruncated: true,
})

/** Returns as many whole words of escaped text as fit in `maxBytes`. A single longer word is truncated, but never
 *  inside an entity. */
function beginningOfText(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const bytes = Buffer.from(text).subarray(0, Math.max(0, maxBytes))
  const fitting = new TextDecoder().decode(bytes, { stream: true }) // omits a character that is cut off
  const lastSpace = fitting.search(/\s\S*$/)
  return lastSpace > 0 ? fitting.slice(0, lastSpace) : fitting.replace(/&[^;]*$/, '')
}
