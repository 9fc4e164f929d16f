import { createHash } from 'node:crypto'
import { textOf, textsOf } from '../front-matter.ts'
import type { SourceList } from '../source-site.ts'
import { dateTokens, serverTimes } from './dates.ts'
import { configIn, folderOf, recordOf } from './file-tree.ts'
import { type FileTree, type Generator, type ListedFile, nothing, type Placement, type SiteFile } from './generator.ts'
import { originIn, prefixIn } from './origins.ts'
import { partsOf, pathIn, pathOf, unique, withoutHtml } from './paths.ts'

interface HexoConfig {
  zone: string | null
  source: string
  prefix: string
  permalink: string
  newPostName: string
  defaultCategory: string
  tagFolder: string
  categoryFolder: string
  archiveFolder: string
  categorySlugs: Record<string, unknown>
  tagSlugs: Record<string, unknown>
}

/** Reads the configuration of a Hexo site. */
export async function hexoSite(tree: FileTree): Promise<Generator> {
  const settings = await configIn(tree, ['_config.yml', '_config.yaml'])
  const config: HexoConfig = {
    zone: textOf(settings, 'timezone') || null,
    source: folderOf(textOf(settings, 'source_dir') || 'source'),
    prefix: prefixIn(textOf(settings, 'root') || textOf(settings, 'url')),
    permalink: textOf(settings, 'permalink') || ':year/:month/:day/:title/',
    newPostName: textOf(settings, 'new_post_name') || ':title.md',
    defaultCategory: textOf(settings, 'default_category') || 'uncategorized',
    tagFolder: textOf(settings, 'tag_dir') || 'tags',
    categoryFolder: textOf(settings, 'category_dir') || 'categories',
    archiveFolder: textOf(settings, 'archive_dir') || 'archives',
    categorySlugs: recordOf(settings['category_map']),
    tagSlugs: recordOf(settings['tag_map']),
  }
  const folders = new Set(tree.paths.map((name) => name.replace(/\/[^/]*$/, '')))
  return {
    kind: 'Hexo',
    root: tree.root,
    origin: originIn(textOf(settings, 'url')),
    zone: config.zone,
    publicFolders: [config.source, `${config.source}/_posts`],
    hasSpacedLists: false,
    redirects: [],
    defaultsFor: () => ({}),
    place: (file) => placeOf(file, config),
    // A post's picture folder has the same name as the post.
    pictureFolder: (file) => (folders.has(withoutExtension(file)) ? withoutExtension(file) : null),
    lists: (files) => listsOf(files, config),
  }
}

const withoutExtension = (file: string): string => file.replace(/\.[^.]+$/, '')

function placeOf(file: SiteFile, config: HexoConfig): Placement {
  const prefix = `${config.source}/`
  if (!file.path.startsWith(prefix)) return nothing()
  const rest = file.path.slice(prefix.length)
  const [, kind, name = rest] = /^(_posts|_drafts)\/(.*)$/.exec(rest) ?? []
  if (kind === undefined && (rest.split('/').some((one) => one.startsWith('_')) || /^index\.\w+$/.test(rest)))
    return nothing()
  const { fields, date } = file
  const moved = textsOf(fields, ['alias', 'aliases', 'redirect_from']).flatMap((one) => pathIn(one) ?? [])
  const written = pathIn(textOf(fields, 'permalink'))
  const times = date.at ? serverTimes(date.at, config.zone) : []
  const variants: Variant[] = [
    ...(date.days.length > 0 ? date.days : ['']).map((day) => ({ day, at: date.at })),
    ...times.map((at) => ({ day: at.toISOString().slice(0, 10), at })),
  ]
  const own =
    kind === undefined
      ? [
          written ||
            `/${partsOf(name).folders.join('/')}/${partsOf(name).name === 'index' ? '' : `${partsOf(name).name}.html`}`,
        ]
      : unique(variants.map((variant) => expand(written || config.permalink, file, name, variant, config)))
  const prefixed = (all: string[]) =>
    unique(all.flatMap(withoutHtml).flatMap((one) => unique([pathOf(config.prefix, one), pathOf(one)])))
  return {
    as: kind === undefined ? 'page' : 'post',
    addresses: prefixed([own[0]!, ...moved]),
    candidates: prefixed(own.slice(1)),
  }
}

/** A date that a post's address may contain, and the time that its hash may be derived from. */
interface Variant {
  day: string
  at: Date | null
}

/** Fills in a permalink pattern. Source: Hexo, lib/plugins/filter/post_permalink.ts. */
function expand(
  pattern: string,
  { fields, title, date }: SiteFile,
  path: string,
  { day, at }: Variant,
  config: HexoConfig,
): string {
  const { folders, name } = partsOf(path)
  const base =
    config.newPostName.includes(':year') && config.newPostName.includes(':title')
      ? name.replace(/^\d{4}-\d\d?-\d\d?-/, '')
      : name
  const categories = categoriesOf(fields).flat()
  const whole = [...folders, textOf(fields, 'slug') || base].join('/')
  const values: Record<string, string> = {
    ...(day === '' ? {} : dateTokens(day, date.time)),
    title: whole,
    ...(at && { hash: hashOf(whole, at) }),
    name: textOf(fields, 'slug') || base,
    post_title: slugOf(title),
    category: categories.map((one) => termSlug(one, config.categorySlugs)).join('/') || config.defaultCategory,
    timestamp: String(date.at?.getTime() ?? ''),
  }
  return pathOf(
    pattern.replaceAll(/:(\w+)/g, (match, token: string) => values[token] ?? (textOf(fields, token) || match)),
  )
}

const hashOf = (path: string, at: Date): string =>
  createHash('sha1')
    .update(path + String(Math.floor(at.getTime() / 1000)))
    .digest('hex')
    .slice(0, 12)

/** Returns the categories. A list is a single path of nested categories; a list of lists is several paths. */
const categoriesOf = (fields: SiteFile['fields']): string[][] => {
  const value = fields['categories'] ?? fields['category']
  const nested = Array.isArray(value) && value.some((one) => Array.isArray(one))
  return nested ? value.map((one: unknown) => [one].flat().map(String)) : [textsOf({ value }, ['value'])]
}

/** Letters that Unicode does not decompose. Source: hexo-util, escape_diacritic.ts. */
const letters = new Map(
  Object.entries({
    ß: 's',
    ẞ: 'S',
    ø: 'o',
    Ø: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ı: 'i',
  }),
)

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/[ßẞøØłŁđĐæÆœŒı]/g, (letter) => letters.get(letter)!)
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/^-|-$/g, '')

const termSlug = (name: string, map: Record<string, unknown>): string => {
  const mapped = map[name]
  return typeof mapped === 'string' ? mapped : slugOf(name)
}

/** Returns the months of a day and its neighbors, because the archive's months depend on the time zone of the machine. */
const monthsAround = (day: string): string[] =>
  day === ''
    ? []
    : [0, -1, 1].map((days) =>
        new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 7).replace('-', '/'),
      )

function listsOf(files: ListedFile[], config: HexoConfig): SourceList[] {
  const at = (...parts: string[]) => pathOf(config.prefix, ...parts)
  const list = (to: SourceList['to'], ...parts: string[]): SourceList[] => [
    { from: at(...parts, '/'), to },
    { from: at(...parts, 'page', '*'), to },
  ]
  const months = unique(files.flatMap(({ day }) => monthsAround(day)))
  const dates = unique([...months, ...months.map((month) => month.slice(0, 4))])
  const tags = unique(files.flatMap(({ fields }) => textsOf(fields, ['tags', 'tag'])))
  const paths = files.flatMap(({ fields }) => categoriesOf(fields))
  const categories = new Map(
    paths.flatMap((path) => path.map((name, depth) => [path.slice(0, depth + 1).join('\n'), name])),
  )
  return [
    ...['atom.xml', 'rss2.xml', 'feed.xml'].map((feed): SourceList => ({ from: at(feed), to: 'feed' })),
    { from: at('page', '*'), to: 'posts' },
    ...list('posts', config.archiveFolder),
    ...list('posts', config.tagFolder),
    ...list('posts', config.categoryFolder),
    ...dates.flatMap((date) => list('posts', config.archiveFolder, date)),
    ...tags.flatMap((tag) => list({ tag }, config.tagFolder, termSlug(tag, config.tagSlugs))),
    ...[...categories].flatMap(([path, tag]) => {
      const slugs = path.split('\n').map((name) => termSlug(name, config.categorySlugs))
      return list({ tag }, config.categoryFolder, ...slugs)
    }),
  ]
}
