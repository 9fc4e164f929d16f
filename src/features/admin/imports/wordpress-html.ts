/** Returns the HTML of a WordPress post: expands shortcodes, and turns text between blank lines into paragraphs. */
export function htmlOf(content: string): string {
  const plain = content.replace(/\[\/?caption\b[^\][\n]*\]/g, '')
  const html = ['code', 'sourcecode'].reduce(withCode, plain)
  return /<p[\s>]|<!-- wp:/i.test(html) ? html : withParagraphs(html)
}

/** Replaces `[name language="x"]…[/name]` with HTML. */
function withCode(text: string, name: string): string {
  const end = text.lastIndexOf(`[/${name}]`) // every opening tag before this has a closing tag, so the search never runs to the end in vain
  if (end < 0) return text
  const blocks = new RegExp(`\\[${name}\\b([^\\][\\n]*)\\]([\\s\\S]*?)\\[/${name}\\]`, 'g')
  const cut = end + name.length + 3
  return text.slice(0, cut).replace(blocks, codeBlock) + text.slice(cut)
}

function codeBlock(_: string, options: string, code: string): string {
  const language = /lang(?:uage)?="?([\w+#-]+)/.exec(options)?.[1] ?? ''
  return `<pre><code class="language-${language}">${code.replace(/</g, '&lt;')}</code></pre>`
}

function withParagraphs(html: string): string {
  const [first = '', ...others] = html.split(/(?=<pre[\s>])/i)
  return [paragraphs(first), ...others.map(fromCode)].join('\n')
}

/** Keeps the code block at the start unchanged and wraps the rest in paragraphs. */
function fromCode(part: string): string {
  const end = part.search(/<\/pre>/i)
  if (end < 0) return paragraphs(part)
  const after = end + '</pre>'.length
  return `${part.slice(0, after)}\n${paragraphs(part.slice(after))}`
}

const paragraphs = (text: string): string =>
  text
    .split(/\n[ \t]*\n/)
    .map(paragraph)
    .join('\n')

const paragraph = (block: string): string =>
  block.trim() === '' || /^\s*<(?:h\d|ul|ol|blockquote|table|div|figure|hr)\b/i.test(block)
    ? block
    : `<p>${block.trim().replaceAll('\n', '<br>')}</p>`
