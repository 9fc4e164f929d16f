import { textOf, textsOf } from '../front-matter.ts'
import type { SourceList } from '../source-site.ts'
import { dateTokens } from './dates.ts'
import { configIn, folderOf, recordOf } from './file-tree.ts'
import { type FileTree, type Generator, type ListedFile, nothing, type Placement, type SiteFile } from './generator.ts'
import { originIn, prefixIn } from './origins.ts'
import { partsOf, pathIn, pathOf, unique, withoutHtml } from './paths.ts'

interface HexoConfig {
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
    zone: textOf(settings, 'timezone') || null,
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
  const days = date.days.length > 0 ? date.days : ['']
  const own =
    kind === undefined
      ? [
          written ||
            `/${partsOf(name).folders.join('/')}/${partsOf(name).name === 'index' ? '' : `${partsOf(name).name}.html`}`,
        ]
      : unique(days.map((day) => expand(written || config.permalink, file, name, day, config)))
  const prefixed = (all: string[]) =>
    unique(all.flatMap(withoutHtml).flatMap((one) => unique([pathOf(config.prefix, one), pathOf(one)])))
  return {
    as: kind === undefined ? 'page' : 'post',
    addresses: prefixed([own[0]!, ...moved]),
    candidates: prefixed(own.slice(1)),
  }
}

/** Fills in a permalink pattern. Source: Hexo, lib/plugins/filter/post_permalink.ts. */
function expand(
  pattern: string,
  { fields, title, date }: SiteFile,
  path: string,
  day: string,
  config: HexoConfig,
): string {
  const { folders, name } = partsOf(path)
  const base =
    config.newPostName.includes(':year') && config.newPostName.includes(':title')
      ? name.replace(/^\d{4}-\d\d?-\d\d?-/, '')
      : name
  const categories = categoriesOf(fields).flat()
  const values: Record<string, string> = {
    ...(day === '' ? {} : dateTokens(day, date.time)),
    title: [...folders, textOf(fields, 'slug') || base].join('/'),
    name: textOf(fields, 'slug') || base,
    post_title: slugOf(title),
    category: categories.map((one) => termSlug(one, config.categorySlugs)).join('/') || config.defaultCategory,
    timestamp: String(date.at?.getTime() ?? ''),
  }
  return pathOf(
    pattern.replaceAll(/:(\w+)/g, (whole, token: string) => values[token] ?? (textOf(fields, token) || whole)),
  )
}

/** Returns the categories. A list is a single path of nested categories; a list of lists is several paths. */
const categoriesOf = (fields: SiteFile['fields']): string[][] => {
  const value = fields['categories'] ?? fields['category']
  const nested = Array.isArray(value) && value.some((one) => Array.isArray(one))
  return nested ? value.map((one: unknown) => [one].flat().map(String)) : [textsOf({ value }, ['value'])]
}

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/^-|-$/g, '')

const termSlug = (name: string, map: Record<string, unknown>): string => {
  const mapped = map[name]
  return typeof mapped === 'string' ? mapped : slugOf(name)
}

function listsOf(files: ListedFile[], config: HexoConfig): SourceList[] {
  const at = (...parts: string[]) => pathOf(config.prefix, ...parts)
  const list = (to: SourceList['to'], ...parts: string[]): SourceList[] => [
    { from: at(...parts, '/'), to },
    { from: at(...parts, 'page', '*'), to },
  ]
  const months = unique(files.map(({ day }) => day.slice(0, 7).replace('-', '/'))).filter((month) => month !== '')
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
