/** A post of WordPress as HTML: its short codes, and paragraphs where blank lines stood for them. */
export function htmlOf(content: string): string {
  const html = content
    .replace(/\[\/?caption\b[^\]\n]*\]/g, '')
    .replace(
      /\[(code|sourcecode)\b([^\]\n]*)\]([\s\S]*?)\[\/\1\]/g,
      (_, _name: string, options: string, code: string) => {
        const language = /lang(?:uage)?="?([\w+#-]+)/.exec(options)?.[1] ?? ''
        return `<pre><code class="language-${language}">${code.replace(/</g, '&lt;')}</code></pre>`
      },
    )
  return /<p[\s>]|<!-- wp:/i.test(html) ? html : withParagraphs(html)
}

const withParagraphs = (html: string): string =>
  html
    .split(/(<pre[\s\S]*?<\/pre>)/i)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .split(/\n\s*\n/)
            .map(paragraph)
            .join('\n'),
    )
    .join('\n')

const paragraph = (block: string): string =>
  block.trim() === '' || /^\s*<(?:h\d|ul|ol|blockquote|table|div|figure|hr)\b/i.test(block)
    ? block
    : `<p>${block.trim().replaceAll('\n', '<br>')}</p>`
