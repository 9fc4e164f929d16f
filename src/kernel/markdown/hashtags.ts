import type { MarkdownIt as Parser, Token } from 'markdown-it'
import { maxTags, tagNameOf } from '../../schemas/tag-names.contract.ts'
import { maxTagLength, tagPath } from '../../schemas/tag-paths.contract.ts'
import { textToken, tokenOf } from './tokens.ts'

/** `#` followed by a word, or by words joined with hyphens, unless it is inside a word. */
const hashtag = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_&/#@.-])#(c\+\+|[cf]#|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,${maxTagLength}}(?:-[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,${maxTagLength}}){0,9})(?![\p{L}\p{M}\p{N}#])`,
  'giu',
)
/** Matches `#fff` and `#a1b2c3`, but not `#add` or `#facade`. */
const color = /^(?:([a-f])\1{2,7}|(?=.*\d)(?:[\da-f]{3,4}){1,2})$/i

const collectors = new WeakMap<object, string[]>()

/** Returns a parser environment in which hashtags become links. @param names receives the normalized names, in order */
export function withHashtags(names: string[]): Record<string, never> {
  const env = {}
  collectors.set(env, names)
  return env
}

/** markdown-it plugin that links hashtags to their tag pages, in environments from {@link withHashtags}. Ignores
 *  hashtags in links, in code, and after a backslash. Links only the first {@link maxTags} distinct tags. */
export function hashtags(md: Parser): void {
  // Runs before escaped characters are merged with the surrounding text.
  md.core.ruler.before('text_join', 'hashtags', ({ tokens, env }) => {
    const collector = collectors.get(env)
    if (!collector) return
    const names = new Set<string>()
    for (const token of tokens) if (token.children?.length) token.children = linkedLine(token.children, names)
    collector.push(...names)
  })
}

function linkedLine(children: Token[], names: Set<string>): Token[] {
  let openLinks = 0
  return children.flatMap((token) => {
    if (token.type === 'link_open') openLinks++
    if (token.type === 'link_close') openLinks--
    return token.type === 'text' && openLinks === 0 ? linkedText(token, names) : [token]
  })
}

function linkedText(token: Token, names: Set<string>): Token[] {
  const parts: Token[] = []
  let end = 0
  for (const { 0: text, 1: words = '', index } of token.content.matchAll(hashtag)) {
    const name = isTag(words) ? tagNameOf(words) : null
    if (name === null || (names.size === maxTags && !names.has(name))) continue
    names.add(name)
    if (index > end) parts.push(textToken(token.content.slice(end, index)))
    parts.push(
      tokenOf('link_open', 'a', 1, { href: tagPath(name), class: 'hashtag' }),
      textToken('#'),
      tokenOf('span_open', 'span', 1, { class: 'p-category' }),
      textToken(words),
      tokenOf('span_close', 'span', -1),
      tokenOf('link_close', 'a', -1),
    )
    end = index + text.length
  }
  if (end === 0) return [token]
  return end < token.content.length ? [...parts, textToken(token.content.slice(end))] : parts
}

/** A number is not a hashtag: `#42` refers to an issue. */
const isTag = (words: string): boolean => /\p{L}/u.test(words) && !color.test(words)
