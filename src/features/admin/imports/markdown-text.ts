import { withoutHtml } from './html-in-markdown.ts'
import { markdownOf } from './html-to-markdown.ts'
import { type Converted, markdownOfMdx } from './mdx.ts'
import { withoutShortcodes } from './shortcodes.ts'
import { storable } from './source-site.ts'

/** Converts HTML, and removes Hashnode's image alignment. @throws Error if HTML is too long or too deeply nested */
export const cleanMarkdown = (markdown: string): string =>
  withoutHtml(storable(markdown)).replace(/(\]\([^()\s]+) align="\w+"\)/g, '$1)')

/** Converts a file's text, with its shortcodes and components, according to the file's extension. @param mayHaveJsx
 *  whether the generator also accepts components in `.md` files @throws Error if HTML is too long or too deeply nested
 *  */
export function convertedText(text: string, file: string, mayHaveJsx: boolean): Converted {
  if (/\.html?$/i.test(file)) return htmlText(text)
  const isMdx = /\.mdx$/i.test(file)
  const mdx = isMdx || (mayHaveJsx && hasJsx(text)) ? lenientMdx(text) : { markdown: text, left: [] }
  const { markdown, left } = withoutShortcodes(mdx.markdown)
  const converted = { markdown: cleanMarkdown(markdown).trim(), left: [...mdx.left, ...left] }
  return isMdx && mdx.problem !== undefined ? { ...converted, problem: mdx.problem } : converted
}

const hasJsx = (text: string): boolean => /^[ \t]*<[A-Z]\w*[\s/>]|\{\/\*/m.test(text)

/** Converts text that may be MDX. Text that is invalid, or written for an older version, is read as Markdown. */
function lenientMdx(text: string): Converted {
  try {
    return markdownOfMdx(text)
  } catch (reason) {
    const problem = reason instanceof Error ? reason.message : String(reason)
    return { markdown: text.replace(/^(?:\s*(?:import|export)\s[^\n]*\n)+/, ''), left: [], problem }
  }
}

/** Converts HTML that contains template language tags. */
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
