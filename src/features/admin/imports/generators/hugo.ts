import { t } from '#messages/messages.ts'
import path from 'node:path'
import { type Fields, textOf, textsOf } from '../front-matter.ts'
import { below, configIn, folderOf, lowerCased, recordOf } from './file-tree.ts'
import { type FileTree, type Generator, guessedAddress, nothing, type Placement, type SiteFile } from './generator.ts'
import { type HugoConfig, hugoLists } from './hugo-lists.ts'
import { expanded, hasDate, patternOf, permalinksIn } from './hugo-permalinks.ts'
import { cascadedTo, cascadesIn, hugoSections, sectionsAround } from './hugo-sections.ts'
import { originIn, prefixIn } from './origins.ts'
import { partsOf, pathIn, pathOf, unique, urlized } from './paths.ts'

const names = ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`))

/** Reads a Hugo site's configuration, which may be split into files in `config/_default`. */
export async function hugoSite(tree: FileTree): Promise<Generator> {
  const config = await readConfig(tree)
  config.sections = await hugoSections(tree, (file) => languageOf(file, config))
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
    defaultsFor: (file) => defaultsFor(file, config),
    place: (file) => placeOf(file, config, bundles),
    lists: (files) => hugoLists(config, files, tree.paths, (file) => languageOf(file, config)),
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
  for (const name of ['permalinks', 'cascade', 'taxonomies', 'languages', 'params', 'frontmatter']) {
    const own = await part(name)
    if (Object.keys(own).length > 0) all[name] ??= own
  }
  const language = textOf(all, 'defaultcontentlanguage') || 'en'
  const languages = recordOf(all['languages'])
  return {
    origin: originIn(textOf(all, 'baseurl')),
    prefix: prefixIn(textOf(all, 'baseurl')),
    zone: textOf(all, 'timezone') || null,
    contentFolder: folderOf(textOf(all, 'contentdir') || 'content'),
    permalinks: permalinksIn(all['permalinks']),
    cascades: cascadesIn(all['cascade']),
    sections: new Map(),
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

/** Returns the page for a file: its folders, its name, and its path in the content folder. */
function pageOf(rest: string): { folders: string[]; base: string; path: string } {
  const { folders, name } = partsOf(rest)
  const isBundle = name === 'index' && folders.length > 0
  const outer = isBundle ? folders.slice(0, -1) : folders
  const base = isBundle ? folders.at(-1)! : name
  return { folders: outer, base, path: `/${[...outer, base].join('/')}` }
}

function defaultsFor(file: string, config: HugoConfig): Fields {
  const found = languageOf(file, config)
  return found ? cascadedTo({ language: found.language, ...pageOf(found.rest) }, config.sections, config.cascades) : {}
}

function placeOf(file: SiteFile, config: HugoConfig, bundles: ReadonlySet<string>): Placement {
  const found = languageOf(file.path, config)
  if (!found) return nothing()
  const page = pageOf(found.rest)
  const { folders: outer } = page
  const { fields } = file
  if (page.base === '_index') return nothing()
  const bundle = outer.map((_, depth) => outer.slice(0, depth + 1).join('/')).find((one) => bundles.has(one))
  if (bundle !== undefined) return nothing(t('it is a resource of the page {bundle}', { bundle }))
  if (fields['headless'] === true || recordOf(fields['_build'] ?? fields['build'])['render'] === 'never')
    return nothing(t('it is not rendered as a page'))
  const section = outer[0] ?? ''
  const language = found.language === config.language && !config.isLanguageInPath ? '' : found.language
  const place = { ...page, base: page.base === 'index' ? '' : page.base, section, language: found.language }
  const { addresses: all, notes } = addressesOf(file, place, config)
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
    ...(notes.length > 0 && { notes }),
  }
}

const isOutside = (section: string, { mainSections }: HugoConfig): boolean =>
  mainSections.length > 0 && !mainSections.includes(section)

/** Adds the base URL's path, which links often leave out. */
const withPrefix = (prefix: string, address: string): string[] =>
  prefix === '/' ? [pathOf(address)] : [pathOf(prefix, address), pathOf(address)]

interface Place {
  section: string
  folders: string[]
  /** The file's name or, for a bundle, its folder's name. */
  base: string
  path: string
  language: string
}

/** Returns a page's address, and the addresses that it would have if its date were different. */
function addressesOf(
  { fields, title, date }: SiteFile,
  place: Place,
  config: HugoConfig,
): { addresses: string[]; notes: string[] } {
  const [, undated] = /^\d{4}-\d\d-\d\d[-_ ](.+)$/.exec(place.base) ?? []
  const slug = textOf(fields, 'slug') || (config.hasDatesInNames ? (undated ?? '') : '')
  const url = pathIn(textOf(fields, 'url'))
  const { path: page, language, folders, base } = place
  const pattern = url || patternOf(config.permalinks, { kind: 'page', path: page, language })
  if (url && !url.includes(':')) return { addresses: [url], notes: [] }
  const usual = [ending(config, place)(pathOf(...folders.map(urlized), urlized(slug || base)))]
  if (pattern === '') return { addresses: usual, notes: [] }
  const days = hasDate(pattern) && date.days.length > 0 ? date.days : ['0001-01-01']
  // Folders without an `_index` file were sections in old versions.
  const sections = [sectionsAround(config.sections, language, folders), folders.map((name) => ({ name, slug: name }))]
  const filled = sections.flatMap((sections) =>
    days.map((day) => expanded(pattern, { sections, base, slug, title, day, time: date.time })),
  )
  const addresses = unique(filled.filter((one) => one !== null)).map(url ? (one) => one : ending(config, place))
  return addresses.length > 0 ? { addresses, notes: [] } : { addresses: usual, notes: [guessedAddress(pattern)] }
}

const ending =
  ({ uglyUrls }: HugoConfig, { section }: Place) =>
  (address: string): string => {
    const isUgly = uglyUrls === true || recordOf(uglyUrls)[section] === true
    if (/\.\w+$/.test(address)) return address
    return isUgly && address !== '/' ? `${address.replace(/\/$/, '')}.html` : `${address.replace(/\/$/, '')}/`
  }
