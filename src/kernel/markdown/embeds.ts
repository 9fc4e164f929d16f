import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { linkTarget } from './links.ts'
import { type Embed, embedOf } from './players.ts'
import { lineAttribute } from './source-lines.ts'

const frame = /^<iframe((?:\s+[a-z-]{1,40}(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))?)*)\s*>\s*<\/iframe>\s*$/i
const attribute = /\s([a-z-]{1,40})(?:\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>=`]+)))?/gi
const longestFrame = 2000
const playerAttributes = {
  loading: 'lazy',
  sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
  referrerpolicy: 'strict-origin-when-cross-origin',
  allow: 'encrypted-media; fullscreen; picture-in-picture',
}

/** markdown-it plugin: turns a line with a single iframe into a player, or into a link if its source is elsewhere on
 *  the web. All other HTML is shown as text. */
export function embeds(md: MarkdownIt): void {
  md.block.ruler.before('paragraph', 'embed', readEmbed, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.renderer.rules.embed = (tokens, index) => {
    const token = tokens[index]!
    const attrs = token.attrs?.filter(([name]) => name !== 'data-line') ?? []
    return `<div class="embed"${lineAttribute(token)}><iframe${md.renderer.renderAttrs({ attrs })}></iframe></div>\n`
  }
}

function readEmbed(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  if (state.sCount[startLine]! - state.blkIndent >= 4 || state.src.charCodeAt(start) !== 0x3c) return false
  const found = frameIn(state.src.slice(start, state.eMarks[startLine]))
  if (!found) return false
  const embed = embedOf(found.src, found.title)
  const elsewhere = embed ? null : linkTarget(found.src, 'https://relative.invalid')
  if (!embed && !(elsewhere?.isForeign && /^https?:/.test(elsewhere.href))) return false
  if (silent) return true
  state.line = startLine + 1
  const pushed = embed ? pushPlayer(state, embed) : pushLink(state, elsewhere!.href)
  pushed.map = [startLine, state.line]
  return true
}

/** Parses a line with a single `<iframe …></iframe>`, as written by the editor and by players' share buttons. */
function frameIn(line: string): { src: string; title: string } | null {
  if (line.length > longestFrame) return null
  const attributes = frame.exec(line)?.[1]
  if (attributes === undefined) return null
  const values = new Map<string, string>()
  for (const [, name, double, single, bare] of attributes.matchAll(attribute)) {
    const key = name!.toLowerCase()
    if (!values.has(key))
      values.set(key, (double ?? single ?? bare ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  }
  return { src: values.get('src') ?? '', title: values.get('title') ?? '' }
}

function pushPlayer(state: StateBlock, { src, title }: Embed): Token {
  const token = state.push('embed', 'iframe', 0)
  token.block = true
  token.content = title
  token.attrs = Object.entries({ src, title, ...playerAttributes })
  return token
}

function pushLink(state: StateBlock, href: string): Token {
  const open = state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = `<${href}>`
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  return open
}
