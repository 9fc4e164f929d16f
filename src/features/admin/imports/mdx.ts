import { t } from '#messages/messages.ts'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { mdxFromMarkdown, type MdxJsxAttribute, type MdxJsxFlowElement, type MdxJsxTextElement } from 'mdast-util-mdx'
import { mdxjs } from 'micromark-extension-mdxjs'
import * as z from 'zod/mini'
import { embedOf, imageOf, quoted } from './markdown-parts.ts'

type JsxElement = MdxJsxFlowElement | MdxJsxTextElement

/** Text converted to Markdown. `left`: what has no Markdown equivalent and is shown as code. */
export interface Converted {
  markdown: string
  left: string[]
  /** Why the text was not read in the format that its file name indicates. */
  problem?: string
}

/** Converts MDX to Markdown: resolves imported pictures, drops other imports and exports, and converts the components
 *  for pictures, videos, links, and notes. Keeps only the content of other components; shows expressions, and
 *  components without content, as code. @throws Error if the MDX is invalid */
export function markdownOfMdx(source: string): Converted {
  const tree = parsed(source)
  const imports = importsIn(tree)
  const left: string[] = []

  /** Returns the source of the nodes between the offsets, with JSX and expressions converted. */
  function converted(nodes: Nodes[], from: number, to: number): string {
    const parts: string[] = []
    let end = from
    for (const node of nodes) {
      const { start, end: nodeEnd } = offsetsOf(node)
      const other = replacementOf(node)
      if (other === null) continue
      parts.push(source.slice(end, start), other)
      end = nodeEnd
    }
    return [...parts, source.slice(end, to)].join('')
  }

  /** Returns null for a node that is left unchanged. */
  function replacementOf(node: Nodes): string | null {
    if (node.type === 'mdxjsEsm') return ''
    if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') return valueOf(node.value, node)
    if (node.type === 'mdxJsxFlowElement') return elementOf(node, true)
    if (node.type === 'mdxJsxTextElement') return elementOf(node, false)
    // A component on a single line.
    const [only, ...others] = node.type === 'paragraph' ? node.children : []
    if (only?.type === 'mdxJsxTextElement' && others.length === 0) return elementOf(only, true)
    if (!('children' in node) || !hasMdx(node)) return null
    const { start, end } = offsetsOf(node)
    return converted(node.children, start, end)
  }

  function valueOf(expression: string, node: Nodes): string {
    const text = /^\s*(['"`])((?:(?!\1)[^\\$])*)\1\s*$/.exec(expression)
    if (text) return text[2]!
    if (/^\s*(?:\/\*[\s\S]*?\*\/\s*)*$/.test(expression)) return ''
    return asCode(node)
  }

  /** @param isFlow whether it is a separate block */
  function elementOf(node: JsxElement, isFlow: boolean): string {
    const name = (node.name ?? '').replace(/^.*\./, '')
    const children = node.children as Nodes[]
    const content =
      children.length > 0
        ? dedented(converted(children, offsetsOf(children[0]!).start, offsetsOf(children.at(-1)!).end))
        : ''
    const attribute = (...names: string[]) => attributeOf(node, names, imports)
    if (name === '') return content
    const kind = name.toLowerCase()
    if (/image|^img$|figure|picture|photo/.test(kind)) {
      const src = attribute('src', 'href', 'url')
      if (src !== '') return imageOf(src, attribute('alt', 'title', 'caption'), attribute('caption', 'title'))
    }
    const embed = embedOf(kind, attribute('id', 'videoid', 'videoId', 'youtubeId', 'url', 'src', 'href', 'link'))
    if (embed !== null) return isFlow ? embed : `\n\n${embed}\n\n`
    if (/^[a-z]/.test(name)) return htmlOf(node, content)
    const href = attribute('href', 'to', 'url')
    if (href !== '' && content !== '') return `[${content}](<${href}>)`
    if (content === '') return asCode(node)
    return isFlow && /note|callout|aside|admonition|warning|tip|info|alert|quote|important|caution|danger/.test(kind)
      ? quoted(content, attribute('title'))
      : content
  }

  /** Keeps an HTML element, which is converted later, with its content converted. */
  function htmlOf(node: JsxElement, content: string): string {
    const { start, end } = offsetsOf(node)
    if (node.children.length === 0)
      return source.slice(start, end).replaceAll(/=\{\s*["'`]?([^{}"'`]*)["'`]?\s*\}/g, '="$1"')
    const opening = source.slice(start, offsetsOf(node.children[0]!).start)
    const tag = opening.replaceAll(/=\{\s*["'`]?([^{}"'`]*)["'`]?\s*\}/g, '="$1"').trimEnd()
    return node.type === 'mdxJsxFlowElement' ? content : `${tag}${content}</${node.name}>`
  }

  function asCode(node: Nodes): string {
    const { start, end } = offsetsOf(node)
    const text = source.slice(start, end)
    left.push(text.split('\n')[0]!.slice(0, 80))
    return text.includes('\n') ? `\`\`\`jsx\n${text.replaceAll('```', '')}\n\`\`\`` : `\`${text.replaceAll('`', '')}\``
  }

  return { markdown: converted(tree.children, 0, source.length), left }
}

function parsed(source: string) {
  try {
    return fromMarkdown(source, { extensions: [mdxjs()], mdastExtensions: [mdxFromMarkdown()] })
  } catch (reason) {
    const { message = '', line } = z
      .object({ message: z.optional(z.string()), line: z.optional(z.number()) })
      .parse(reason)
    const [why = ''] = message.split('\n')
    const fault = line
      ? t('its MDX is invalid on line {line}: {why}', { line, why })
      : t('its MDX is invalid: {why}', { why })
    throw new Error(fault, { cause: reason })
  }
}

const offsetsOf = ({ position }: Nodes) => ({ start: position!.start.offset!, end: position!.end.offset! })

const hasMdx = (node: Nodes): boolean =>
  node.type.startsWith('mdx') || ('children' in node && node.children.some((child) => hasMdx(child)))

/** Returns the files that are imported under a name: `import cover from './cover.png'`. */
function importsIn({ children }: { children: Nodes[] }): Map<string, string> {
  const imports = new Map<string, string>()
  for (const node of children) {
    if (node.type !== 'mdxjsEsm') continue
    for (const [, name, file] of node.value.matchAll(/^import\s+([\w$]+)\s+from\s+['"]([^'"\n]+)['"]/gm))
      imports.set(name!, file!)
  }
  return imports
}

/** Returns the first of the attributes as text: a string, a number, or the file that its value is imported from. */
function attributeOf({ attributes }: JsxElement, names: string[], imports: Map<string, string>): string {
  const given = attributes.filter((one): one is MdxJsxAttribute => one.type === 'mdxJsxAttribute')
  for (const name of names) {
    const value = given.find((one) => one.name === name)?.value
    if (typeof value === 'string') return value
    const expression = value?.value.trim() ?? ''
    const text = /^(['"`])((?:(?!\1)[^\\$])*)\1$/.exec(expression)?.[2]
    const found =
      text ?? imports.get(expression.replace(/\.src$/, '')) ?? (/^\d+$/.test(expression) ? expression : undefined)
    if (found !== undefined) return found
  }
  return ''
}

/** Removes the indentation that all lines but the first share. */
function dedented(text: string): string {
  const [first = '', ...rest] = text.split('\n')
  const indents = rest.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length)
  const shared = indents.length > 0 ? Math.min(...indents) : 0
  return [first, ...rest.map((line) => line.slice(Math.min(shared, /^ */.exec(line)![0].length)))].join('\n').trim()
}
