import { cleanMarkdown } from './markdown-text.ts'
import { quoted } from './markdown-parts.ts'
import type { Converted } from './mdx.ts'
import { withoutShortcodes } from './shortcodes.ts'

/** Converts Hashnode's Markdown: `%[…]` embeds a page, pictures have an alignment, and callouts are HTML. */
export function hashnodeMarkdown(source: string): Converted {
  const { markdown, left } = withoutShortcodes(withoutCallouts(source))
  return { markdown: cleanMarkdown(markdown), left }
}

/** Replaces callouts, including those in lists, with quotes. They contain HTML, which is converted later. */
const withoutCallouts = (markdown: string): string =>
  markdown.replaceAll(
    /^([ \t]*)<div data-node-type="callout">\s*(?:<div data-node-type="callout-emoji">([^<\n]{0,40})<\/div>)?\s*<div data-node-type="callout-text">([^\n]*)<\/div>\s*<\/div>[ \t]*$/gm,
    (_, indent: string, emoji: string | undefined, text: string) =>
      quoted(`${emoji ?? ''} ${text}`.trim())
        .split('\n')
        .map((line) => indent + line)
        .join('\n'),
  )
