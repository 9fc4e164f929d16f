import { type Fields, textsOf } from '../front-matter.ts'
import { feedOf, type ListTarget, type SourceList } from '../source-site.ts'
import type { ListedFile } from './generator.ts'
import { expanded, patternOf, type PermalinkRule } from './hugo-permalinks.ts'
import { type Cascade, type HugoSection, sectionsAround } from './hugo-sections.ts'
import { pathOf, unique, urlized } from './paths.ts'

/** The Hugo settings that determine addresses. */
export interface HugoConfig {
  origin: string | null
  /** The path of the base URL. */
  prefix: string
  zone: string | null
  contentFolder: string
  permalinks: PermalinkRule[]
  /** Default front matter for all pages. */
  cascades: Cascade[]
  /** The folders with an `_index` file. */
  sections: ReadonlyMap<string, HugoSection>
  uglyUrls: unknown
  language: string
  isLanguageInPath: boolean
  languages: string[]
  languageFolders: ReadonlyMap<string, string>
  /** Every taxonomy's plural name, by its singular name. */
  taxonomies: Fields
  mainSections: string[]
  hasDatesInNames: boolean
}

/** Returns a list with its other pages and its feed. */
const listWithFeed = (from: string, to: ListTarget): SourceList[] => [
  { from, to },
  { from: pathOf(from, 'index.xml'), to: feedOf(to) },
  { from: pathOf(from, 'page', '*'), to },
]

/** Returns a Hugo site's lists: its sections, its taxonomies with their terms, and its feeds.
 *  @param names the names of all files in the site
 *  @param languageOf returns a content file's language, and its path without the language */
export function hugoLists(
  config: HugoConfig,
  files: ListedFile[],
  names: string[],
  languageOf: (file: string) => { language: string; rest: string } | null,
): SourceList[] {
  const contents = names.flatMap((name) => languageOf(name) ?? [])
  const partIn = (wanted: string) => ({
    language: wanted,
    files: files.filter(({ path }) => (languageOf(path)?.language ?? config.language) === wanted),
    paths: contents.filter(({ language }) => language === wanted).map(({ rest }) => rest),
  })
  const main = partIn(config.language)
  const others = config.languages
    .filter((language) => language !== config.language)
    .map(partIn)
    .filter(({ files }) => files.length > 0)
  const parts = [{ ...main, language: '' }, ...(config.isLanguageInPath ? [main] : []), ...others]
  return parts.flatMap(({ language, files, paths }) => listsBelow(language, config, files, paths))
}

const feeds = ['index.xml', 'feed.xml', 'rss.xml', 'atom.xml', 'index.json']

function listsBelow(language: string, config: HugoConfig, files: ListedFile[], paths: string[]): SourceList[] {
  const at = (...parts: string[]) => pathOf(config.prefix, language, ...parts)
  const taxonomies = Object.values(config.taxonomies).filter((plural) => typeof plural === 'string')
  const sections = sectionsIn(paths).filter((section) => !taxonomies.includes(section.split('/')[0]!))
  const home: SourceList[] = [
    ...(language === '' ? [] : [{ from: at('/'), to: 'home' } as const]),
    ...feeds.map((feed): SourceList => ({ from: at(feed), to: 'feed' })),
    { from: at('page', '*'), to: 'posts' },
  ]
  return [
    ...home,
    ...sections.flatMap((section) => listWithFeed(at(sectionAddress(section, config)), 'posts')),
    ...taxonomies.flatMap((plural) => taxonomyLists(plural, config, files, at)),
  ]
}

/** Returns a taxonomy's list of terms, and each term's list of posts. */
function taxonomyLists(plural: string, config: HugoConfig, files: ListedFile[], at: (address: string) => string) {
  const terms = termsIn(files, plural).flatMap((term) =>
    termAddresses(plural, term, config).flatMap((address) => listWithFeed(at(address), targetOf(plural, term))),
  )
  return listWithFeed(at(patternFor('taxonomy', `/${plural}`, config) || `${plural}/`), 'posts').concat(terms)
}

const patternFor = (
  kind: 'section' | 'taxonomy' | 'term',
  path: string,
  { permalinks, language }: HugoConfig,
): string => patternOf(permalinks, { kind, path, language })

function sectionAddress(section: string, config: HugoConfig): string {
  const folders = section.split('/')
  const sections = sectionsAround(config.sections, config.language, folders)
  const { name: base = '', slug = '' } = sections.at(-1) ?? {}
  const pattern = patternFor('section', `/${section}`, config)
  const filled = expanded(pattern, { sections, base, slug, title: slug, day: '', time: '' })
  return pattern === '' || filled === null ? `${folders.map(urlized).join('/')}/` : filled
}

/** Returns a term's addresses. Older versions of Hugo keep slashes in terms. */
function termAddresses(plural: string, term: string, config: HugoConfig): string[] {
  const pattern = patternFor('term', `/${plural}/${urlized(term)}`, config)
  return pattern === ''
    ? unique([urlized(term).replaceAll('/', '-'), urlized(term)]).map((slug) => `${plural}/${slug}/`)
    : [pattern.replaceAll(/:(?:slug|title|contentbasename|slugorcontentbasename)\b/g, urlized(term))]
}

const targetOf = (plural: string, term: string): ListTarget =>
  plural === 'series' ? { series: term } : plural === 'authors' ? { author: true } : { tag: term }

const termsIn = (files: ListedFile[], plural: string): string[] =>
  unique(files.flatMap(({ fields }) => textsOf(fields, [plural])))

/** Returns the sections: top-level folders, and folders with an `_index` file. */
function sectionsIn(paths: string[]): string[] {
  const isBundle = (folder: string) => paths.some((path) => path.startsWith(`${folder}/index.`))
  const tops = paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]!)
  const marked = paths.filter((path) => /\/_index\.[\w.]+$/.test(path)).map((path) => path.replace(/\/[^/]*$/, ''))
  return unique([...tops, ...marked]).filter((folder) => !isBundle(folder))
}
