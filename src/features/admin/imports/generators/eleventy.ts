import { t } from '#messages/messages.ts'
import path from 'node:path'
import { type Fields, readFrontMatter, textOf, textsOf } from '../front-matter.ts'
import type { SourceList } from '../source-site.ts'
import { listOfPage } from './code-pages.ts'
import { configIn, folderOf, literalIn, recordOf, textIn } from './file-tree.ts'
import {
  type FileTree,
  type Generator,
  guessedAddress,
  type ListedFile,
  nothing,
  type Placement,
  type SiteFile,
} from './generator.ts'
import { originIn, prefixIn } from './origins.ts'
import { filledTemplate } from './permalink-templates.ts'
import { partsOf, pathIn, pathOf, slugsOf, unique, withoutHtml } from './paths.ts'

export const eleventyConfigs = [
  '.eleventy.js',
  'eleventy.config.js',
  'eleventy.config.mjs',
  'eleventy.config.cjs',
  'eleventy.config.ts',
]

interface EleventyConfig {
  input: string
  prefix: string
  /** Default front matter by folder, from data files. */
  data: ReadonlyMap<string, Fields>
}

/** A page that is a template, with the front matter that determines its address. */
interface Template {
  path: string
  fields: Fields
}

/** Reads as much of an Eleventy configuration as possible without running it. */
export async function eleventySite(tree: FileTree): Promise<Generator> {
  const texts = await Promise.all(eleventyConfigs.map((name) => textIn(tree, name)))
  const code = texts.find((text) => text !== null) ?? ''
  const input = folderOf(literalIn(code, 'input') ?? '.')
  const config = { input, prefix: prefixIn(literalIn(code, 'pathPrefix') ?? '/'), data: await folderData(tree, input) }
  const metadata = await configIn(
    tree,
    ['metadata', 'site'].map((name) => pathOf(input, '_data', `${name}.json`).slice(1)),
  )
  const templates = await templatesIn(tree, input)
  return {
    kind: 'Eleventy',
    root: tree.root,
    origin: originIn(textOf(metadata, 'url')),
    zone: null,
    publicFolders: [input, `${input}/public`, 'public', 'static'],
    hasSpacedLists: false,
    internalTags: new Set(['all', 'post', 'posts', 'blog', 'nav', 'page', 'pages', 'article', 'articles']),
    hasHtmlPosts: true,
    redirects: [],
    defaultsFor: (file) => defaultsFor(file, config),
    place: (file) => placeOf(file, config),
    lists: (files) => listsOf(files, templates, config),
  }
}

/** Reads the data files of folders: `posts/posts.json` and `posts/posts.11tydata.js`. */
async function folderData(tree: FileTree, input: string): Promise<Map<string, Fields>> {
  const data = new Map<string, Fields>()
  const prefix = input === '' ? '' : `${input}/`
  for (const name of tree.paths) {
    const [, folder = '', base, end] = /^(.*\/)?([^/]+?)(\.11tydata\.(?:json|c?js|mjs)|\.json)$/.exec(name) ?? []
    const own = folder === '' ? path.posix.basename(input) : path.posix.basename(folder)
    if (base !== own || end === undefined || !name.startsWith(prefix)) continue
    const text = await textIn(tree, name)
    const fields = end.endsWith('.json') ? await configIn(tree, [name]) : fieldsInCode(text ?? '', name)
    data.set(folder.slice(0, -1), { ...data.get(folder.slice(0, -1)), ...fields })
  }
  return data
}

/** Returns the permalink and other literals in a data file that is code. */
function fieldsInCode(code: string, file: string): Fields {
  const layout = literalIn(code, 'layout')
  const permalink = permalinkInCode(code, file)
  return {
    ...(layout !== null && { layout }),
    ...(permalink !== null &&
      (code.includes('eleventyComputed') ? { eleventyComputed: { permalink } } : { permalink })),
  }
}

/** A permalink that only code can compute. */
interface Computed {
  file: string
}

/** Returns the permalink as a template, even if it is a function that only fills in a template literal. */
function permalinkInCode(code: string, file: string): string | false | Computed | null {
  if (/\bpermalink['"]?\s*[:=]\s*false\b/.test(code)) return false
  const literal = literalIn(code, 'permalink')
  if (literal !== null) return literal
  const [, filled] = /\bpermalink\b[^`;]{0,120}?(?:=>|\breturn)\s{0,9}`([^`]*)`/.exec(code) ?? []
  if (filled !== undefined) return asTemplate(filled)
  return /\bpermalink['"]?\s*[:=(]/.test(code) ? { file } : null
}

/** Converts the variables and slug functions in a template literal to template syntax. */
const asTemplate = (literal: string): string =>
  literal
    .replaceAll(/\$\{\s*(?:this\.)?\w*slug\w*\(\s*([\w.]+)\s*\)\s*\}/gi, (_, name: string) =>
      variable(name, ' | slugify'),
    )
    .replaceAll(/\$\{\s*([\w.]+)\s*\}/g, (_, name: string) => variable(name))

function variable(path: string, filter = ''): string {
  const [name = '', owner] = path.split('.').toReversed()
  return `{{ ${owner === 'page' ? 'page.' : ''}${name}${filter} }}`
}

function defaultsFor(file: string, { data }: EleventyConfig): Fields {
  const folders = partsOf(file).folders.map((_, depth, all) => all.slice(0, depth + 1).join('/'))
  return Object.assign({}, ...['', ...folders].map((folder) => data.get(folder) ?? {}))
}

/** Returns the path in the input folder, or null if the file is outside it or is not a page. */
function inputPath(file: string, input: string): string | null {
  const prefix = input === '' ? '' : `${input}/`
  if (!file.startsWith(prefix)) return null
  const rest = file.slice(prefix.length)
  return rest.split('/').some((segment) => segment.startsWith('_')) ? null : rest
}

function placeOf(file: SiteFile, config: EleventyConfig): Placement {
  const rest = inputPath(file.path, config.input)
  if (rest === null || /^(?:404|index)\.\w+$/.test(rest)) return nothing()
  const { fields, date } = file
  const permalink = permalinkOf(fields)
  if (permalink === false) return nothing(t('its permalink is false'))
  const { folders } = partsOf(rest)
  const aliases = textsOf(fields, ['aliases', 'redirect_from', 'redirectFrom']).flatMap((one) => pathIn(one) ?? [])
  const prefixed = (all: string[]) => unique(all.flatMap((one) => [pathOf(config.prefix, one), pathOf(one)]))
  const standard = `/${stemOf(rest)}/`
  const template = typeof permalink === 'string' ? permalink : standard
  const filled = (date.days.length > 0 ? date.days : ['']).flatMap((day) =>
    filledTemplate(template, { fields, title: file.title, slug: fileSlug(rest), stem: stemOf(rest), day }),
  )
  const isUnread = permalink !== null && (typeof permalink !== 'string' || filled.length === 0)
  const [own = pathOf(standard), ...others] = unique(filled.map((one) => pathOf(pathIn(one) ?? '')))
  const isPost = date.at !== null || textsOf(fields, ['tags']).some((tag) => /^(?:posts?|blog|articles?)$/.test(tag))
  return {
    as: folders.length === 0 || !isPost ? 'page' : 'post',
    addresses: prefixed([...withoutHtml(own), ...aliases]),
    candidates: prefixed([...others.flatMap(withoutHtml), ...(filled.length === 0 ? [`/${fileSlug(rest)}/`] : [])]),
    ...(isUnread && { notes: [guessedAddress(typeof permalink === 'string' ? permalink : permalink.file)] }),
  }
}

/** Returns the permalink in front matter and data: a template, false, or null for the default one. */
function permalinkOf(fields: Fields): string | false | Computed | null {
  const permalink = recordOf(fields['eleventyComputed'])['permalink'] ?? fields['permalink']
  if (typeof permalink === 'string' || permalink === false) return permalink
  const { file } = recordOf(permalink)
  return typeof file === 'string' ? { file } : null
}

/** Returns the last part of a path without its date or, for an index file, the name of its folder. */
function fileSlug(rest: string): string {
  const { folders, name } = partsOf(rest)
  const base = name === 'index' ? (folders.at(-1) ?? '') : name
  return base.replace(/^\d{4}-\d\d-\d\d-/, '')
}

/** Returns the path without the date, the extension, `index`, or a repeated folder name. */
function stemOf(rest: string): string {
  const { folders, name } = partsOf(rest)
  const base = name.replace(/^\d{4}-\d\d-\d\d-/, '')
  const isIndex = base === 'index' || base === folders.at(-1)
  return [...folders, ...(isIndex ? [] : [base])].join('/')
}

const templateEnds = /\.(?:njk|liquid|html|hbs|webc|11ty\.(?:c?js|mjs|ts))$/

async function templatesIn(tree: FileTree, input: string): Promise<Template[]> {
  const templates: Template[] = []
  for (const name of tree.paths) {
    const rest = templateEnds.test(name) ? inputPath(name, input) : null
    if (rest === null || templates.length >= 500) continue
    const text = (await textIn(tree, name)) ?? ''
    templates.push({ path: rest, fields: name.endsWith('s') ? fieldsInCode(text, name) : fieldsOf(text) })
  }
  return templates
}

function fieldsOf(text: string): Fields {
  try {
    return readFrontMatter(text.replaceAll('\r\n', '\n')).fields
  } catch {
    return {}
  }
}

function listsOf(files: ListedFile[], templates: Template[], { prefix }: EleventyConfig): SourceList[] {
  const at = (address: string) => pathOf(prefix, address)
  const tags = unique(files.flatMap((file) => file.tags))
  const ofTag = (make: (slug: string) => string) =>
    tags.flatMap((tag) => slugsOf(tag).map((slug): SourceList => ({ from: at(make(slug)), to: { tag } })))
  const pages = templates.flatMap(({ path: file, fields }): SourceList[] => {
    const permalink = permalinkOf(fields)
    if (permalink === false) return []
    const address = typeof permalink === 'string' ? permalink : `/${stemOf(file.replace(templateEnds, '.html'))}/`
    const paged = /\{\{|\{%/.exec(address)
    if (!paged) return address === '/' || address === '//' ? [] : listOfPage(at(address))
    if (/\{\{[^{}]{0,80}tag/i.test(address)) {
      const make = (slug: string) => address.replace(/\{\{[^{}]*\}\}.*$/, `${slug}/`)
      const collections = ['all', 'post', 'posts'].map((name): SourceList => ({ from: at(make(name)), to: 'posts' }))
      return [...ofTag(make), ...collections]
    }
    const start = address.slice(0, paged.index)
    return start.replaceAll('/', '') === ''
      ? []
      : [
          { from: at(start), to: 'posts' },
          { from: at(`${start}/*`), to: 'posts' },
        ]
  })
  const usual: SourceList[] = ['/feed/feed.xml', '/feed.xml', '/feed/feed.json', '/rss.xml', '/feed/'].map((from) => ({
    from: at(from),
    to: 'feed',
  }))
  return [
    ...usual,
    ...pages,
    ...ofTag((slug) => `/tags/${slug}/`),
    ...['/tags/', '/blog/', '/posts/', '/archive/'].map((from): SourceList => ({ from: at(from), to: 'posts' })),
    { from: at('/page/*'), to: 'posts' },
  ]
}
