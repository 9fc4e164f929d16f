import { readTags } from '#kernel/html-tags.ts'
import type { SourcePage } from './source-entry.contract.ts'

const maxDepth = 400
const maxElements = 50_000
const titleLength = 200
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose end tag is optional. */
const optionalEnd = new Set('p li td th tr tbody thead tfoot dt dd option optgroup rt rp html head body'.split(' '))
const linking: Record<string, string[]> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  img: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src'],
  track: ['src'],
  embed: ['src'],
  iframe: ['src'],
  object: ['data'],
  blockquote: ['cite'],
  q: ['cite'],
  ins: ['cite'],
  del: ['cite'],
}

/** Scans a page for links to the target. Source: Webmention, 3.2.2, per media type */
export function readSourcePage(html: string, target: string): SourcePage {
  const found = { hasLink: false, isGone: false, title: '', isOverloaded: false }
  const open = new Map<string, number>()
  let depth = 0
  let elements = 0
  let isTitle = false
  readTags(html, {
    onOpen: ({ name, attributes }) => {
      found.hasLink ||= (linking[name] ?? []).some((attribute) => attributes.get(attribute)?.trim() === target)
      if (name === 'meta') found.isGone ||= isGoneStatus(attributes)
      isTitle = name === 'title' && found.title === ''
      elements++
      if (!voidElements.has(name) && !optionalEnd.has(name)) {
        depth++
        open.set(name, (open.get(name) ?? 0) + 1)
      }
      found.isOverloaded ||= depth > maxDepth || elements > maxElements
    },
    onClose: (name) => {
      isTitle = false
      const count = open.get(name) ?? 0
      if (count === 0) return
      depth--
      open.set(name, count - 1)
    },
    onText: (text) => {
      if (isTitle && found.title.length < titleLength) found.title += text
    },
  })
  return { ...found, title: found.title.replace(/\s+/g, ' ').trim().slice(0, titleLength) }
}

const isGoneStatus = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get('http-equiv')?.toLowerCase() === 'status' && /^\s*410\b/.test(attributes.get('content') ?? '')

/** Returns whether any JSON value equals the target. */
export function hasJsonLink(json: string, target: string): boolean {
  const waiting: unknown[] = [parsed(json)]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (value === target) return true
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) waiting.push(one)
  }
  return false
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Characters that continue a URL: a longer URL is a different one. */
const continuesUrl = /^(?:[\w\-/%~+=&@#?]|[.,;:!][\w/])/

/** Returns whether the text contains the target as a complete URL, not as a prefix of a longer one. */
export function hasTextLink(text: string, target: string): boolean {
  for (let at = text.indexOf(target); at >= 0; at = text.indexOf(target, at + 1)) {
    const end = at + target.length
    if (!continuesUrl.test(text.slice(end, end + 2))) return true
  }
  return false
}
