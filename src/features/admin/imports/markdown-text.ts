import { withoutHtml } from './html-in-markdown.ts'
import { markdownOf } from './html-to-markdown.ts'
import { type Converted, markdownOfMdx } from './mdx.ts'
import { withoutShortcodes } from './shortcodes.ts'
import { storable } from './source-site.ts'

/** Converts HTML, and removes the image alignment of Hashnode.
 *  @throws Error if HTML is too long or too deeply nested */
export const cleanMarkdown = (markdown: string): string =>
  withoutHtml(storable(markdown)).replace(/(\]\([^()\s]+) align="\w+"\)/g, '$1)')

/** Converts the text of a file with its shortcodes and components, by its extension. @param mayHaveJsx whether the
 *  generator also accepts components in `.md` files @throws Error if the MDX is invalid */
export function convertedText(text: string, file: string, mayHaveJsx: boolean): Converted {
  if (/\.html?$/i.test(file)) return htmlText(text)
  const mdx = /\.mdx$/i.test(file) ? markdownOfMdx(text) : mayHaveJsx && hasJsx(text) ? lenientMdx(text) : null
  const { markdown, left } = withoutShortcodes(mdx?.markdown ?? text)
  return { markdown: cleanMarkdown(markdown).trim(), left: [...(mdx?.left ?? []), ...left] }
}

const hasJsx = (text: string): boolean => /^\s*<[A-Z]\w*[\s/>]|\{\/\*/m.test(text)

/** Converts text that may be MDX. Returns null if it is not. */
function lenientMdx(text: string): Converted | null {
  try {
    return markdownOfMdx(text)
  } catch {
    return null
  }
}

/** Converts a text in HTML with tags of a template language. */
function htmlText(text: string): Converted {
  const html = text.replaceAll(
    /\{%-?\s*highlight\s+([\w+#-]*)[^%]*%\}\n?([\s\S]*?)\{%-?\s*endhighlight\s*-?%\}/g,
    (_, language: string, code: string) =>
      `<pre><code class="language-${language}">${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
  )
  const outputs = html.replaceAll(/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, '')
  const { markdown, left } = withoutShortcodes(markdownOf(storable(outputs)))
  return { markdown: markdown.trim(), left }
}
