import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'
import { loadCatalog } from '../src/kernel/catalogs.ts'
import { withoutContext } from '../src/messages/context.ts'
import { type Locale, locales } from '../src/messages/locales.ts'
import { expressionOf } from './message-code.ts'

// docs/decisions/158

const sources: ReadonlySet<string> = new Set(['#messages/messages.ts', '#messages/rich.ts'])
/** The functions under names that occur nowhere else, so that they can be found in the minified code. */
const markers = { t: '__message', rich: '__richMessage', locale: '__locale' } as const
type MarkedName = keyof typeof markers
const marked = ['t', 'rich', 'locale'] as const satisfies MarkedName[]
/** Returns the function that a name in the built code stands for. */
const nameOfMarker = (marker: string): MarkedName | undefined => marked.find((name) => markers[name] === marker)
const isMarked = (name: string): name is MarkedName => Object.hasOwn(markers, name)

/** Builds the pages once for each language: replaces each message with its text. The files of languages other than
 *  English are in folders of their own, next to the English ones. */
export const inlineMessages = (): Plugin => ({
  name: 'inline-messages',
  enforce: 'pre',
  // Tests run the code as it is.
  apply: (_config, { command }) => command === 'build',
  transform: {
    filter: { id: /\/src\/.+\.tsx?(?:\?.*)?$/, code: '#messages/' },
    handler: (code, id) => ({ code: markMessages(code, id.split('?', 1)[0]!), map: null }),
  },
  augmentChunkHash: () => generator,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const isForServer = this.environment.config.consumer === 'server'
      const fileIn = isForServer ? serverFile : browserFile
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const locale of locales.filter((one) => one !== 'en'))
        for (const { fileName, code } of chunks)
          this.emitFile({
            type: 'asset',
            fileName: fileIn(fileName, locale),
            source: withLocaleFiles(inlineIn(code, locale), locale),
          })
      for (const chunk of chunks) chunk.code = inlineIn(chunk.code, 'en')
    },
  },
})

const serverFile = (file: string, locale: Locale): string => `${locale}/${file}`

/** `assets/page.js` → `assets/de-1a2b3c4d/page.js`, with a hash of the catalog, because browsers cache files permanently. */
const browserFile = (file: string, locale: Locale): string => file.replace('assets/', `assets/${folderOf(locale)}/`)

/** Points the list of files to preload to the files of the language. */
const withLocaleFiles = (code: string, locale: Locale): string =>
  code.replaceAll(/(["'`])(assets\/[\w.-]+\.js)\1/g, (_all, quote: string, file: string) => {
    return quote + browserFile(file, locale) + quote
  })

/** The code that creates the files' contents: their names change with it. */
const generator = ['inline-messages.ts', 'message-code.ts', '../src/messages/context.ts']
  .map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join()

const folders = new Map<Locale, string>()

function folderOf(locale: Locale): string {
  let folder = folders.get(locale)
  if (!folder) {
    const hash = createHash('sha256')
      .update(JSON.stringify(loadCatalog(locale)))
      .update(generator)
      .digest('hex')
    folders.set(locale, (folder = `${locale}-${hash.slice(0, 8)}`))
  }
  return folder
}

type Edit = [start: number, end: number, text: string]

const applyEdits = (code: string, edits: Edit[]): string =>
  edits
    .toSorted(([one], [other]) => other - one)
    .reduce((edited, [start, end, text]) => edited.slice(0, start) + text + edited.slice(end), code)

/** Replaces the names of the functions, and their import, before the bundler changes the code.
 *  @throws Error if one is imported under another name */
export function markMessages(code: string, file: string): string {
  const { program } = parseSync(file, code)
  const edits: Edit[] = []
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !sources.has(node.source.value)) continue
    if (
      node.specifiers.some((one) => one.type !== 'ImportSpecifier' || code.slice(one.start, one.end).includes(' as '))
    )
      throw new Error(`${file} must import the functions for messages under their own names.`)
    edits.push([node.start, node.end, ''])
  }
  if (edits.length === 0) return code
  new Visitor({
    CallExpression({ callee, start }) {
      if (callee.type !== 'Identifier' || !isMarked(callee.name)) return
      edits.push([start, callee.end, `/* @__PURE__ */ ${markers[callee.name]}`])
    },
  }).visit(program)
  return applyEdits(code, edits)
}

interface MarkedCall {
  name: MarkedName
  text: ESTree.Argument | undefined
  values: ESTree.Argument | undefined
  start: number
  end: number
}

/** Replaces the marked calls in a chunk with the messages in this language. */
export function inlineIn(code: string, locale: Locale): string {
  if (!Object.values(markers).some((marker) => code.includes(marker))) return code
  const catalog = loadCatalog(locale)
  const calls: MarkedCall[] = []
  new Visitor({
    CallExpression({ callee, arguments: [text, values], start, end }) {
      const name = callee.type === 'Identifier' ? nameOfMarker(callee.name) : undefined
      if (name) calls.push({ name, text, values, start, end })
    },
  }).visit(parseSync('chunk.js', code).program)
  // Inner calls, which are in the values of outer ones, are replaced together with them.
  const inlined = (start: number, end: number): string => {
    const inside = calls.filter((call) => start <= call.start && call.end <= end)
    const outermost = inside.filter(
      (call) => !inside.some((other) => other !== call && other.start <= call.start && call.end <= other.end),
    )
    const edits = outermost.map((call): Edit => [call.start - start, call.end - start, codeOf(call)])
    return applyEdits(code.slice(start, end), edits)
  }
  const codeOf = ({ name, text, values }: MarkedCall): string => {
    if (name === 'locale') return JSON.stringify(locale)
    const message = textOf(text)
    const translated = withoutContext(catalog[message] ?? message)
    if (values === undefined) return JSON.stringify(translated)
    if (values.type !== 'ObjectExpression') throw new Error(`The values of “${message}” are not an object literal.`)
    const sources = Object.fromEntries(values.properties.map((property) => valueOf(property, message, inlined)))
    return expressionOf(translated, { locale, values: sources, isRich: name === 'rich' })
  }
  return inlined(0, code.length)
}

function valueOf(
  property: ESTree.ObjectPropertyKind,
  message: string,
  inlined: (start: number, end: number) => string,
): [name: string, code: string] {
  const { type } = property
  if (type !== 'Property' || property.key.type !== 'Identifier' || property.computed || property.method)
    throw new Error(`The values of “${message}” may only be written as name: value.`)
  return [property.key.name, inlined(property.value.start, property.value.end)]
}

/** Returns the text of a string literal. @throws Error for other expressions, which the build cannot translate */
function textOf(node: ESTree.Argument | undefined): string {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]!.value.cooked!
  throw new Error('The text of a message must be a string literal.')
}
