/** Returns the Markdown for a picture. */
export const imageOf = (src: string, alt: string, title = ''): string =>
  `![${alt.replaceAll(/[[\]\\\n]/g, '')}](<${src.replaceAll(/[<>\n]/g, encodeURIComponent)}>${title && title !== alt ? ` "${title.replaceAll(/["\\\n]/g, '')}"` : ''})`

/** Returns the Markdown for a quote, with a title in bold. */
export const quoted = (content: string, title = ''): string =>
  [...(title ? [`**${title}**`, ''] : []), ...content.trim().split('\n')]
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const idIn = (text: string): string => /(?:v=|\/)([\w-]{6,20})(?:[?&#]|$)/.exec(text)?.[1] ?? text

/** Returns the player or link for a shortcode, tag, or component that embeds content from another site. `kind`: its
 *  name in lower case. @param target an id or a URL @returns null for other kinds, and without an id */
export function embedOf(kind: string, target: string): string | null {
  const id = idIn(target.trim())
  if (!/^[\w-]+$/.test(id) && !target.startsWith('https://')) return null
  if (kind.includes('youtube')) return `<iframe src="https://www.youtube.com/embed/${id}"></iframe>`
  if (kind.includes('vimeo')) return `<iframe src="https://player.vimeo.com/video/${id}"></iframe>`
  if (/^(?:twitter|tweet|twittertweet|x)$/.test(kind)) return `<https://twitter.com/i/status/${id}>`
  if (kind === 'gist')
    return `<https://gist.github.com/${target
      .trim()
      .replace(/^https:\/\/gist\.github\.com\//, '')
      .replaceAll(' ', '/')}>`
  return /^(?:codepen|codesandbox|stackblitz|embed|link|github|replit|glitch)$/.test(kind) &&
    target.startsWith('https://')
    ? `<${target.trim()}>`
    : null
}
