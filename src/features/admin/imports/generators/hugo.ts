import path from 'node:path'
import { type Fields, textOf, textsOf } from '../front-matter.ts'
import { dateTokens } from './dates.ts'
import { below, configIn, folderOf, lowerCased, recordOf } from './file-tree.ts'
import { type FileTree, type Generator, nothing, type Placement, type SiteFile } from './generator.ts'
import { type HugoConfig, hugoLists } from './hugo-lists.ts'
import { originIn, prefixIn } from './origins.ts'
import { partsOf, pathIn, pathOf, unique, urlized } from './paths.ts'

const names = ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`))

/** Reads the configuration of a Hugo site, which may be split into `config/_default`. */
export async function hugoSite(tree: FileTree): Promise<Generator> {
  const config = await readConfig(tree)
  const bundles = new Set(
    below(tree, config.contentFolder)
      .filter((name) => /(?:^|\/)index(?:\.[\w-]+)?\.(?:md|markdown|html)$/.test(name))
      .map((name) => path.posix.dirname(name))
      .filter((folder) => folder !== '.'),
  )
  return {
    kind: 'Hugo',
    root: tree.root,
    origin: config.origin,
    zone: config.zone,
    publicFolders: ['static', 'assets', config.contentFolder],
    hasSpacedLists: false,
    hasHtmlPosts: true,
    redirects: [],
    defaultsFor: () => ({}),
    place: (file) => placeOf(file, config, bundles),
    lists: (files) => hugoLists(config, files, below(tree, config.contentFolder)),
  }
}

async function readConfig(tree: FileTree): Promise<HugoConfig> {
  const part = async (name: string) =>
    lowerCased(
      await configIn(
        tree,
        ['toml', 'yaml', 'yml', 'json'].map((end) => `config/_default/${name}.${end}`),
      ),
    )
  const split = { ...(await part('config')), ...(await part('hugo')) }
  const all: Fields = { ...split, ...lowerCased(await configIn(tree, names)) }
  for (const name of ['permalinks', 'taxonomies', 'languages', 'params', 'frontmatter']) {
    const own = await part(name)
    if (Object.keys(own).length > 0) all[name] ??= own
  }
  const permalinks = recordOf(all['permalinks'])
  const kinds = (kind: string) => recordOf(permalinks[kind])
  const isByKind = ['page', 'section', 'taxonomy', 'term'].some((kind) => typeof permalinks[kind] === 'object')
  const language = textOf(all, 'defaultcontentlanguage') || 'en'
  const languages = recordOf(all['languages'])
  return {
    origin: originIn(textOf(all, 'baseurl')),
    prefix: prefixIn(textOf(all, 'baseurl')),
    zone: textOf(all, 'timezone') || null,
    contentFolder: folderOf(textOf(all, 'contentdir') || 'content'),
    pages: isByKind ? kinds('page') : permalinks,
    terms: isByKind ? kinds('term') : permalinks,
    taxonomyPages: isByKind ? kinds('taxonomy') : {},
    sections: isByKind ? kinds('section') : {},
    uglyUrls: all['uglyurls'],
    language,
    isLanguageInPath: all['defaultcontentlanguageinsubdir'] === true,
    languages: unique([language, ...Object.keys(languages)]),
    languageFolders: new Map(
      Object.entries(languages).flatMap(([name, value]) => {
        const folder = textOf(lowerCased(recordOf(value)), 'contentdir')
        return folder === '' ? [] : [[name, folderOf(folder)] as const]
      }),
    ),
    taxonomies: 'taxonomies' in all ? recordOf(all['taxonomies']) : { tag: 'tags', category: 'categories' },
    mainSections: textsOf(lowerCased(recordOf(all['params'])), ['mainsections']),
    hasDatesInNames: JSON.stringify(all['frontmatter'] ?? '').includes(':filename'),
  }
}

/** Returns the language, from a name such as `post/a.fr.md` or from the content folder, and the path without it. */
function languageOf(file: string, config: HugoConfig): { language: string; rest: string } | null {
  for (const [language, folder] of config.languageFolders)
    if (file.startsWith(`${folder}/`)) return { language, rest: file.slice(folder.length + 1) }
  if (config.contentFolder !== '' && !file.startsWith(`${config.contentFolder}/`)) return null
  const rest = config.contentFolder === '' ? file : file.slice(config.contentFolder.length + 1)
  const [, before, language, end] = /^(.*)\.([\w-]+)(\.\w+)$/.exec(rest) ?? []
  return language !== undefined && config.languages.includes(language)
    ? { language, rest: `${before}${end}` }
    : { language: config.language, rest }
}

function placeOf(file: SiteFile, config: HugoConfig, bundles: ReadonlySet<string>): Placement {
  const found = languageOf(file.path, config)
  if (!found) return nothing()
  const { folders, name } = partsOf(found.rest)
  const { fields } = file
  if (name === '_index') return nothing()
  const isBundle = name === 'index' && folders.length > 0
  const outer = isBundle ? folders.slice(0, -1) : folders
  const bundle = outer.map((_, depth) => outer.slice(0, depth + 1).join('/')).find((one) => bundles.has(one))
  if (bundle !== undefined) return nothing(`it is a resource of the page ${bundle}`)
  if (fields['headless'] === true || recordOf(fields['_build'] ?? fields['build'])['render'] === 'never')
    return nothing('it is not rendered as a page')
  const section = outer[0] ?? ''
  const base = isBundle ? folders.at(-1)! : name
  const language = found.language === config.language && !config.isLanguageInPath ? '' : found.language
  const all = addressesOf(file, { section, folders: outer, base: base === 'index' ? '' : base }, config)
  const aliases = textsOf(fields, ['aliases', 'alias']).flatMap((alias) => pathIn(alias) ?? [])
  const [own = '/', ...days] = all.map((one) => pathOf(language, one))
  const others = aliases.map((alias) =>
    alias.startsWith('/') ? alias : path.posix.join(path.posix.dirname(own), alias),
  )
  const kind = textOf(fields, 'type', 'layout')
  const isPage =
    section === '' || /^pages?$/.test(section) || kind === 'page' || (!file.date.at && isOutside(section, config))
  return {
    as: isPage ? 'page' : 'post',
    addresses: unique([own, ...others].flatMap((one) => withPrefix(config.prefix, one))),
    candidates: days.flatMap((one) => withPrefix(config.prefix, one)),
  }
}

const isOutside = (section: string, { mainSections }: HugoConfig): boolean =>
  mainSections.length > 0 && !mainSections.includes(section)

/** Adds the path of the base URL, which texts often leave out. */
const withPrefix = (prefix: string, address: string): string[] =>
  prefix === '/' ? [pathOf(address)] : [pathOf(prefix, address), pathOf(address)]

interface Place {
  section: string
  folders: string[]
  /** The name of the file or, for a bundle, of its folder. */
  base: string
}

function addressesOf({ fields, title, date }: SiteFile, place: Place, config: HugoConfig): string[] {
  const [, undated] = /^\d{4}-\d\d-\d\d[-_ ](.+)$/.exec(place.base) ?? []
  const slug = textOf(fields, 'slug') || (config.hasDatesInNames ? (undated ?? '') : '')
  const url = pathIn(textOf(fields, 'url'))
  const pattern = url || textOf(config.pages, place.section === '' ? '/' : place.section)
  if (url && !url.includes(':')) return [url]
  if (pattern === '') return [ending(config, place)(pathOf(...place.folders.map(urlized), urlized(slug || place.base)))]
  const days = hasDate(pattern) && date.days.length > 0 ? date.days : ['0001-01-01']
  const filled = days.map((day) => expand(pattern, { ...place, slug, title, day, time: date.time }))
  return url ? filled : filled.map(ending(config, place))
}

const hasDate = (pattern: string) => /:(?:year|month|day|week|\d)/.test(pattern)

const ending =
  ({ uglyUrls }: HugoConfig, { section }: Place) =>
  (address: string): string => {
    const isUgly = uglyUrls === true || recordOf(uglyUrls)[section] === true
    if (/\.\w+$/.test(address)) return address
    return isUgly && address !== '/' ? `${address.replace(/\/$/, '')}.html` : `${address.replace(/\/$/, '')}/`
  }

type Filling = Place & { slug: string; title: string; day: string; time: string }

/** Fills in a permalink pattern. Source: Hugo, resources/page/permalinks.go. */
function expand(pattern: string, { section, folders, base, slug, title, day, time }: Filling): string {
  const values: Record<string, string> = {
    ...dateTokens(day, time),
    title: urlized(title),
    slug: urlized(slug || title),
    filename: urlized(base),
    slugorfilename: urlized(slug || base),
    contentbasename: urlized(base),
    slugorcontentbasename: urlized(slug || base),
    section: urlized(section),
    sections: folders.map(urlized).join('/'),
    sectionslug: urlized(section),
    sectionslugs: folders.map(urlized).join('/'),
  }
  return pathOf(
    pattern.replaceAll(/:(\w+)(\[[^\]]*\])?/g, (whole, name: string, cut: string | undefined) =>
      cut !== undefined && name === 'sections' ? cutOf(folders, cut).join('/') : (values[name] ?? whole),
    ),
  )
}

/** Returns the part of the folders that `[1:]`, `[:2]`, `[0]`, or `[last]` selects. */
function cutOf(folders: string[], cut: string): string[] {
  const [from = '', to] = cut.slice(1, -1).split(':')
  const at = (text: string, otherwise: number) =>
    text === 'last' ? folders.length - 1 : text === '' ? otherwise : Number(text)
  const start = at(from, 0)
  return folders.slice(start, to === undefined ? start + 1 : at(to, folders.length)).map(urlized)
}
