import { type Fields, readFrontMatter, textOf } from '../front-matter.ts'
import type { SourceList } from '../source-site.ts'
import type { FileTree, ListedFile } from './generator.ts'
import { listOfPage } from './code-pages.ts'
import { partsOf, pathIn, pathOf, slugsOf, unique, withoutHtml } from './paths.ts'

/** The Jekyll settings that determine addresses. */
export interface JekyllConfig {
  source: string
  /** The path of `baseurl`. */
  prefix: string
  permalink: string
  /** The settings of each collection, by name. */
  collections: ReadonlyMap<string, Fields>
  collectionsFolder: string
  /** Folders with underscores that are published. */
  included: string[]
  defaults: Fields[]
  perPage: number
  pagePath: string
  /** The jekyll-archives settings. */
  archives: Fields
}

/** Returns the addresses of HTML pages. They are templates, which are not imported. */
export async function templatePages(
  tree: FileTree,
  config: JekyllConfig,
  read: (name: string) => Promise<string | null>,
): Promise<string[]> {
  const prefix = config.source === '' ? '' : `${config.source}/`
  const addresses: string[] = []
  for (const name of tree.paths) {
    if (!/\.(?:html?|xml)$/.test(name) || !name.startsWith(prefix) || addresses.length >= 1000) continue
    const path = name.slice(prefix.length)
    if (path.split('/').some((one) => one.startsWith('_') && !config.included.includes(one))) continue
    const text = await read(name)
    if (text?.startsWith('---')) addresses.push(...addressesOf(path, text, config))
  }
  return addresses
}

function addressesOf(path: string, text: string, { permalink }: JekyllConfig): string[] {
  const written = pathIn(textOf(fieldsOf(text), 'permalink'))
  if (written) return withoutHtml(pathOf(written))
  const { folders, name } = partsOf(path)
  if (path.endsWith('.xml')) return [pathOf(path)]
  if (name === 'index') return [`${pathOf(...folders).replace(/\/$/, '')}/`]
  const isPretty = permalink === 'pretty' || permalink.endsWith('/')
  return isPretty ? [`${pathOf(...folders, name)}/`] : withoutHtml(pathOf(...folders, `${name}.html`))
}

function fieldsOf(text: string): Fields {
  try {
    return readFrontMatter(text.replaceAll('\r\n', '\n')).fields
  } catch {
    return {}
  }
}

/** Returns a Jekyll site's lists: pages of posts, archives, and feeds. */
export function jekyllLists(config: JekyllConfig, files: ListedFile[], pages: string[]): SourceList[] {
  const at = (address: string) => pathOf(config.prefix, address)
  const feeds = ['/feed.xml', '/atom.xml', '/rss.xml'].map((feed): SourceList => ({ from: at(feed), to: 'feed' }))
  return [
    ...feeds,
    ...pages.filter((page) => page !== '/').flatMap((page) => listOfPage(at(page))),
    ...furtherPages(config, files.length).map((page): SourceList => ({ from: at(page), to: 'posts' })),
    ...archives(config, files, at),
    ...['/archive/', '/archives/', '/tags/', '/categories/', '/blog/', '/posts/'].map((page): SourceList => ({
      from: at(page),
      to: 'posts',
    })),
  ]
}

/** Returns the addresses of all pages after the first. */
function furtherPages({ perPage, pagePath }: JekyllConfig, posts: number): string[] {
  if (perPage <= 0 || !pagePath.includes(':num')) return []
  const pages = Math.min(Math.ceil(posts / perPage), 1000)
  return Array.from({ length: Math.max(0, pages - 1) }, (_, index) => pagePath.replace(':num', String(index + 2)))
}

function archives({ archives }: JekyllConfig, files: ListedFile[], at: (address: string) => string): SourceList[] {
  const patterns: Fields = { ...standardArchives, ...permalinksOf(archives) }
  const named = (kind: 'tag' | 'category', names: string[]) =>
    unique(names).flatMap((name) =>
      unique(slugsOf(name)).map((slug): SourceList => ({
        from: at(textOf(patterns, kind).replace(':name', slug)),
        to: { tag: name },
      })),
    )
  const lists = [
    ...named(
      'tag',
      files.flatMap(({ tags }) => tags),
    ),
    ...named(
      'category',
      files.flatMap(({ categories }) => categories),
    ),
  ]
  if (Object.keys(archives).length === 0) return lists
  const days = unique(files.map(({ day }) => day)).filter((day) => day !== '')
  const dates = unique(
    days.flatMap((day) => {
      const [year = '', month = '', date = ''] = day.split('-')
      return ['year', 'month', 'day'].map((kind) =>
        textOf(patterns, kind).replace(':year', year).replace(':month', month).replace(':day', date),
      )
    }),
  )
  return [...lists, ...dates.map((date): SourceList => ({ from: at(date), to: 'posts' }))]
}

/** Source: jekyll-archives. */
const standardArchives: Fields = {
  year: '/:year/',
  month: '/:year/:month/',
  day: '/:year/:month/:day/',
  tag: '/tag/:name/',
  category: '/category/:name/',
}

const permalinksOf = (archives: Fields): Fields => {
  const { permalinks } = archives
  return typeof permalinks === 'object' && permalinks !== null ? Object.fromEntries(Object.entries(permalinks)) : {}
}
