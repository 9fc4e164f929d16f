import { embedOf } from './markdown-parts.ts'
import { codeRangesIn } from './shortcodes.ts'

/** Converts dev.to's Liquid tags that embed something or contain text. Leaves other tags unchanged. Source: Forem,
 *  app/liquid_tags. */
export function withoutLiquidTags(markdown: string): string {
  const text = outsideCode(
    markdown,
    /\{%-?\s*(katex|runkit|details|collapsible|spoiler|cta)\b([^%\n]{0,500})%\}([\s\S]{0,20000}?)\{%-?\s*end\1\s*-?%\}/g,
    (_, name = '', options = '', content = '') => blockOf(name, options.replace(/-$/, '').trim(), content.trim()),
  )
  return outsideCode(
    text,
    /\{%-?\s*(\w+)\s+((?:(?!-?%\})[^\n]){1,1000})-?%\}/g,
    (whole = '', name = '', value = '') => tagOf(name.toLowerCase(), value.trim().split(/\s+/)) ?? whole,
  )
}

function outsideCode(text: string, pattern: RegExp, replace: (...groups: (string | undefined)[]) => string): string {
  const code = codeRangesIn(text)
  return text.replaceAll(pattern, (whole: string, ...rest: unknown[]) => {
    const at = rest.find((one) => typeof one === 'number') ?? 0
    if (code.some(({ from, to }) => from <= at && at < to)) return whole
    return replace(whole, ...rest.filter((one) => typeof one === 'string').slice(0, -1))
  })
}

function blockOf(name: string, options: string, content: string): string {
  if (name === 'katex') return options === 'inline' ? `\`${content}\`` : `\n\n\`\`\`latex\n${content}\n\`\`\`\n\n`
  if (name === 'runkit') return `\n\n\`\`\`js\n${content}\n\`\`\`\n\n`
  if (name === 'cta') return `\n\n[${content.replaceAll(/[[\]\n]/g, ' ').trim()}](<${options}>)\n\n`
  return `\n\n**${options || 'Details'}**\n\n${content}\n\n`
}

/** Base URLs for tags that take an id instead of a URL. */
const places: Record<string, string> = {
  asciinema: 'https://asciinema.org/a/',
  codesandbox: 'https://codesandbox.io/s/',
  comment: 'https://dev.to/comment/',
  devcomment: 'https://dev.to/comment/',
  github: 'https://github.com/',
  glitch: 'https://glitch.com/~',
  instagram: 'https://www.instagram.com/p/',
  link: 'https://dev.to/',
  post: 'https://dev.to/',
  replit: 'https://replit.com/',
  speakerdeck: 'https://speakerdeck.com/player/',
  stackblitz: 'https://stackblitz.com/edit/',
  stackoverflow: 'https://stackoverflow.com/questions/',
}

function tagOf(name: string, [target = '']: string[]): string | null {
  const id = target.replace(/^["'/]+|(?<!["'/])["'/]+$/g, '')
  if (/^(?:user|org|organization)$/.test(name)) return `[@${id}](https://dev.to/${encodeURIComponent(id)})`
  if (name === 'tag') return `[#${id}](https://dev.to/t/${encodeURIComponent(id)})`
  const address = id.startsWith('https://') ? id : places[name] && /^[\w@./~-]+$/.test(id) ? places[name] + id : null
  const host = address === null ? '' : (URL.parse(address)?.hostname ?? '')
  const player = /^(?:www\.|m\.)?(?:youtube\.com|youtu\.be)$/.test(host)
    ? embedOf('youtube', id)
    : /^(?:youtube|vimeo)$/.test(name)
      ? embedOf(name, id)
      : null
  if (player) return `\n\n${player}\n\n`
  return address === null ? null : `<${address.replaceAll(/[<>]/g, encodeURIComponent)}>`
}
