import MarkdownIt, { type Token } from 'markdown-it'

/** Creates a token with attributes. */
export function tokenOf(
  type: string,
  tag: string,
  nesting: 1 | 0 | -1,
  attributes: Record<string, string | number> = {},
): Token {
  const token = new MarkdownIt.Token(type, tag, nesting)
  const entries = Object.entries(attributes)
  if (entries.length) token.attrs = entries
  return token
}

export function textToken(content: string): Token {
  const token = tokenOf('text', '', 0)
  token.content = content
  return token
}
