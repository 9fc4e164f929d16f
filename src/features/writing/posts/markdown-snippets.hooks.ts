import { t } from '#messages/messages.ts'

/** Text with a selection, as in a textarea. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** Replaces the selection with the snippet and moves the caret after it. A block gets its own lines. */
export function insert({ text, start, end }: Selected, snippet: string, { isBlock = false } = {}): Selected {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const lead = isBlock && before !== '' && !before.endsWith('\n') ? '\n\n' : ''
  const tail = isBlock && !after.startsWith('\n') ? '\n' : ''
  const caret = before.length + lead.length + snippet.length + tail.length
  return { text: before + lead + snippet + tail + after, start: caret, end: caret }
}

export const defaultImageDescription = t('Image description')

/** Returns a Markdown image. Removes brackets from the description, because they would end it. */
export const imageMarkdown = (description: string, url: string): string =>
  `![${(description.trim() || defaultImageDescription).replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](${url})`

/** Returns the id in a YouTube URL, or a plain id. Null for anything else. */
export function youtubeId(text: string): string | null {
  const given = text.trim()
  if (isVideoId(given)) return given
  const address = /^[\w-]+(\.[\w-]+)+\//.test(given) ? `https://${given}` : given
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const host = url.hostname.replace(/^(www|m|music)\./, '')
  const [first = '', second = ''] = url.pathname.slice(1).split('/')
  if (host === 'youtu.be') return isVideoId(first) ? first : null
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return null
  const id = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : (url.searchParams.get('v') ?? '')
  return isVideoId(id) ? id : null
}

const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text)

export const videoEmbed = (id: string): string =>
  `<iframe src="https://www.youtube.com/embed/${id}" title="YouTube video" allowfullscreen></iframe>`

export const defaultLanguage = 'javascript'

const samples: Record<string, string> = {
  javascript: "function greet(name) {\n  return `Hello, ${name}!`\n}\n\nconsole.log(greet('world'))",
  python: 'def greet(name):\n    return f"Hello, {name}!"\n\nprint(greet("world"))',
  java: 'public class Main {\n    public static void main(String[] args) {\n        System.out.println("Hello, world!");\n    }\n}',
}

/** Returns a fenced block with a sample in the given language, or a placeholder. */
export function codeBlock(language: string): string {
  const name = language.trim().replace(/[^\w+#.-]/g, '') || defaultLanguage
  return `\`\`\`${name}\n${samples[name.toLowerCase()] ?? '// Your code here'}\n\`\`\``
}
