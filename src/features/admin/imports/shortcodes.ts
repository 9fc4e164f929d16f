import { t } from '#messages/messages.ts'
import { markdownParser } from '#kernel/markdown/addresses.ts'
import { embedOf, imageOf } from './markdown-parts.ts'
import type { Converted } from './mdx.ts'

/** Converts Hugo shortcodes, and Liquid tags from Jekyll, dev.to, and Hashnode, to Markdown: highlighted code,
 *  pictures, videos, and links. Others are shown as code. Leaves code unchanged. */
export function withoutShortcodes(markdown: string): Converted {
  const left: string[] = []
  const highlighted = markdown.replaceAll(
    /(?:\{%-?\s*highlight\s+([\w+#-]*)[^%]*%\}|\{\{[<%]\s*highlight\s+"?([\w+#-]*)"?[^>%]*[>%]\}\})\n?([\s\S]*?)\n?(?:\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\})/g,
    (_, liquid: string | undefined, hugo: string | undefined, code: string) =>
      `\n\`\`\`${liquid ?? hugo ?? ''}\n${code}\n\`\`\`\n`,
  )
  const code = codeRangesIn(highlighted)
  const isCode = (at: number) => code.some(({ from, to }) => from <= at && at < to)
  const replaced = highlighted.replaceAll(
    /\{\{([<%])\s*([\s\S]{0,4000}?)\s*\1?[>%]\}\}|\{%-?\s*([\s\S]{0,4000}?)\s*-?%\}|%\[(https:\/\/[^\]\s]+)\]|\{\{-?\s*([^{}<%\s][^{}<%]*?)\s*-?\}\}/g,
    (
      whole: string,
      _: string,
      hugo?: string,
      liquid?: string,
      bracket?: string,
      output?: string,
      ...rest: unknown[]
    ) => {
      const at = rest.find((one) => typeof one === 'number') ?? 0
      if (isCode(at)) return whole
      const text =
        bracket !== undefined
          ? `<${bracket}>`
          : output !== undefined
            ? outputOf(output)
            : tagOf(hugo ?? liquid ?? '', hugo !== undefined)
      if (text !== null) return text
      left.push(whole.split('\n')[0]!.slice(0, 80))
      return `\`${whole.replaceAll(/[`\n]/g, ' ')}\``
    },
  )
  return { markdown: replaced.replaceAll(/^\{:[^}\n]*\}[ \t]*$/gm, ''), left }
}

/** The note for a part of the text that was not converted. */
export const unconverted = (part: string): string =>
  t('shown as code, because it has no Markdown equivalent: {part}', { part })

/** Returns the text for a tag; null if it has no Markdown equivalent. */
function tagOf(tag: string, isHugo: boolean): string | null {
  const [, name = '', rest = ''] = /^([\w/-]+)\s*([\s\S]*)$/.exec(tag) ?? []
  if (/^(?:raw|endraw|comment|endcomment|more|toc)$|^\/|^end/.test(name)) return ''
  const named = Object.fromEntries(
    [...rest.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map((one) => [
      one[1]!,
      one[2] ?? one[3] ?? one[4] ?? '',
    ]),
  )
  const first = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s=]+)(?!\s*=))/.exec(rest)
  const value = first ? (first[1] ?? first[2] ?? first[3] ?? '') : ''
  if (name === 'asset_img' && value !== '') return assetImage(rest)
  if (/^(?:figure|img|image|picture|imgcap|responsive_image|imageFigure|resize-image)$/.test(name)) {
    const src = named['src'] ?? named['link'] ?? value
    if (src !== '')
      return imageOf(src, named['alt'] ?? named['caption'] ?? named['title'] ?? '', named['caption'] ?? named['title'])
  }
  if (isHugo && /^(?:ref|relref)$/.test(name) && value !== '') return value
  if (/^(?:post_link|post_path)$/.test(name) && value !== '')
    return name === 'post_path' ? value : `[${rest.slice(value.length).trim() || value}](${value})`
  if (name === 'post_url' && value !== '') return `/${value.replace(/^(?:.*\/)?\d{4}-\d\d-\d\d-/, '')}`
  if (name === 'link' && !isHugo && value !== '' && !value.startsWith('https://')) return `/${value}`
  const embed = embedOf(name.toLowerCase(), named['id'] ?? named['url'] ?? value)
  return embed?.startsWith('<iframe') ? `\n\n${embed}\n\n` : embed
}

/** Returns the picture in a Hexo tag: classes, the file, sizes, and a description. */
function assetImage(options: string): string {
  const words = options.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  const at = words.findIndex((word) => /\.\w{3,4}["']?$/.test(word))
  const alt = words.slice(at + 1).filter((word) => !/^\d+$/.test(word))
  return at < 0 ? '' : imageOf(unquoted(words[at]!), alt.map(unquoted).join(' '))
}

const unquoted = (text: string): string => text.replace(/^(['"])(.*)\1$/, '$2')

/** Returns the text for a Liquid output: `{{ '/a.png' | relative_url }}` and `{{ site.baseurl }}`. */
function outputOf(output: string): string | null {
  const text = /^(['"])(.*?)\1\s*(?:\|\s*[\w_]+(?:\s*:.*)?\s*)*$/.exec(output)?.[2]
  return text ?? (/^site\.(?:base)?url$/.test(output) ? '' : null)
}

interface Range {
  from: number
  to: number
}

export function codeRangesIn(markdown: string): Range[] {
  const ranges: Range[] = []
  markdownParser.parse(markdown).iterate({
    enter({ name, from, to }) {
      if (name === 'FencedCode' || name === 'CodeBlock' || name === 'InlineCode') ranges.push({ from, to })
    },
  })
  return ranges
}
