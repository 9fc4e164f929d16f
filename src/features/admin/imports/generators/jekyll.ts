import { t } from '#messages/messages.ts'
import { type Fields, textOf, textsOf } from '../front-matter.ts'
import { configIn, folderOf, recordOf, textIn } from './file-tree.ts'
import { type FileTree, type Generator, nothing, type Placement, type SiteFile } from './generator.ts'
import { type JekyllConfig, jekyllLists, templatePages } from './jekyll-lists.ts'
import { dateTokens } from './dates.ts'
import { originIn, prefixIn } from './origins.ts'
import { partsOf, pathIn, pathOf, unique, withoutHtml } from './paths.ts'

/** Source: Jekyll, lib/jekyll/url.rb and lib/jekyll/document.rb. */
const styles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

/** Reads the configuration of a Jekyll site. */
export async function jekyllSite(tree: FileTree): Promise<Generator> {
  const settings = await configIn(tree, ['_config.yml', '_config.yaml', '_config.toml'])
  const config = configOf(settings)
  const pages = await templatePages(tree, config, (name) => textIn(tree, name))
  return {
    kind: 'Jekyll',
    root: tree.root,
    origin: originIn(textOf(settings, 'url')),
    zone: textOf(settings, 'timezone') || null,
    publicFolders: [config.source, 'assets', '_posts'],
    hasSpacedLists: true,
    hasHtmlPosts: true,
    redirects: [],
    defaultsFor: (path) => defaultsFor(path, config),
    place: (file) => placeOf(file, config),
    lists: (files) => jekyllLists(config, files, pages),
  }
}

function configOf(settings: Fields): JekyllConfig {
  const { collections, include, defaults } = settings
  const named: [string, Fields][] = Array.isArray(collections)
    ? collections.map((name) => [String(name), {}])
    : Object.entries(recordOf(collections)).map(([name, value]) => [name, recordOf(value)])
  return {
    source: folderOf(textOf(settings, 'source')),
    prefix: prefixIn(textOf(settings, 'baseurl')),
    permalink: textOf(settings, 'permalink') || 'date',
    collections: new Map(named),
    collectionsFolder: folderOf(textOf(settings, 'collections_dir')),
    included: Array.isArray(include) ? include.map((one) => folderOf(String(one))) : [],
    defaults: Array.isArray(defaults) ? defaults.map(recordOf) : [],
    perPage: Number(textOf(settings, 'paginate')) || 0,
    pagePath: textOf(settings, 'paginate_path') || '/page:num',
    archives: recordOf(settings['jekyll-archives'] ?? settings['jekyll_archives']),
  }
}

/** Returns a file's kind (posts, drafts, pages, or a collection) and its path within the folder for that kind. */
function kindOf(path: string, config: JekyllConfig): { kind: string; rest: string; before: string[] } | null {
  const prefix = config.source === '' ? '' : `${config.source}/`
  if (!path.startsWith(prefix)) return null
  const segments = path.slice(prefix.length).split('/')
  const special = segments.findIndex((one) => one === '_posts' || one === '_drafts')
  const collection = config.collectionsFolder === '' ? '' : `${config.collectionsFolder}/`
  if (special >= 0)
    return {
      kind: segments[special] === '_posts' ? 'posts' : 'drafts',
      rest: segments.slice(special + 1).join('/'),
      before: segments.slice(0, special).filter((one) => `${one}/` !== collection && !one.startsWith('_')),
    }
  const inside = segments.join('/')
  for (const name of config.collections.keys())
    if (inside.startsWith(`${collection}_${name}/`))
      return { kind: name, rest: inside.slice(collection.length + name.length + 2), before: [] }
  const hidden = segments.find((one) => one.startsWith('_'))
  if (hidden !== undefined && !config.included.includes(hidden)) return null
  return { kind: 'pages', rest: inside, before: [] }
}

const depth = ({ scope }: Fields): number => textOf(recordOf(scope), 'path').length

/** Returns the values of all matching scopes. Longer paths take precedence. */
function defaultsFor(path: string, config: JekyllConfig): Fields {
  const kind = kindOf(path, config)?.kind
  const matching = config.defaults.filter(({ scope }) => {
    const { path: folder, type } = recordOf(scope)
    const isType = type === undefined || type === kind || type === kind?.replace(/s$/, '')
    return isType && isInScope(path, typeof folder === 'string' ? folder : '')
  })
  return Object.assign({}, ...matching.toSorted((a, b) => depth(a) - depth(b)).map(({ values }) => recordOf(values)))
}

function isInScope(path: string, scope: string): boolean {
  const folder = folderOf(scope.replace(/\/?\*.*$/, ''))
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

function placeOf(file: SiteFile, config: JekyllConfig): Placement {
  const found = kindOf(file.path, config)
  if (!found) return nothing()
  const { kind, rest, before } = found
  const collection = config.collections.get(kind)
  if (kind === 'pages' && /^(?:404|index)\.\w+$/.test(rest)) return nothing()
  if (collection && kind !== 'posts' && collection['output'] !== true)
    return nothing(t('its collection was not published as pages'))
  const { fields } = file
  const categories = unique([...before, ...textsOf(fields, ['category']), ...textsOf(fields, ['categories'], /\s+/)])
  const place = { kind, rest, categories }
  const written = pathIn(textOf(fields, 'permalink'))
  const pattern = written || patternOf(place, config)
  const days = file.date.days.length > 0 ? file.date.days : ['']
  const [own = [], ...others] = days.map((day) => addressesOf(styles[pattern] ?? pattern, file, place, day))
  const moved = textsOf(fields, ['redirect_from', 'alias', 'aliases']).flatMap((one) => pathIn(one) ?? [])
  const isPage = kind === 'pages' || (kind !== 'posts' && kind !== 'drafts' && textOf(fields, 'layout') === 'page')
  const prefixed = (all: string[]) =>
    unique(all.flatMap((one) => (config.prefix === '/' ? [pathOf(one)] : [pathOf(config.prefix, one), pathOf(one)])))
  return {
    as: isPage || /^_?pages$/.test(kind) ? 'page' : 'post',
    addresses: prefixed([...own.filter(isFilled), ...moved]),
    candidates: prefixed(others.flat().filter(isFilled)),
    categories: before,
    ...(kind === 'posts' &&
      !isDated(rest) && { whyDraft: t('its file name has no date, so Jekyll did not publish it') }),
  }
}

/** Reports whether all tokens of a permalink have values. A draft may lack a date. */
const isFilled = (address: string): boolean => !address.includes('/:')

const isDated = (rest: string): boolean => /(?:^|\/)\d{2,4}-\d\d?-\d\d?-[^/]+$/.test(rest)

interface Place {
  kind: string
  rest: string
  categories: string[]
}

function patternOf({ kind, rest }: Place, config: JekyllConfig): string {
  if (kind === 'posts' || kind === 'drafts')
    return textOf(config.collections.get('posts') ?? {}, 'permalink') || config.permalink
  const own = textOf(config.collections.get(kind) ?? {}, 'permalink')
  if (own !== '') return own
  const path = kind === 'pages' ? '/:path' : '/:collection/:path'
  if (kind === 'pages' && partsOf(rest).name === 'index') return '/:path/'
  if (config.permalink === 'pretty' || config.permalink.endsWith('/')) return `${path}/`
  return config.permalink in styles || config.permalink.endsWith(':output_ext') ? `${path}:output_ext` : path
}

/** Fills in a permalink pattern. Source: Jekyll, lib/jekyll/drops/url_drop.rb. */
function addressesOf(pattern: string, { fields, date }: SiteFile, place: Place, day: string): string[] {
  const { folders, name } = partsOf(place.rest)
  const undated = name.replace(/^\d{4}-\d\d?-\d\d?-/, '')
  const slug = textOf(fields, 'slug') || undated
  const title = slug.replace(/[^\p{L}\p{N}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '')
  const categories = place.categories.map((one) => one.toLowerCase())
  const values: Record<string, string> = {
    ...(day === '' ? {} : dateTokens(day, date.time)),
    title,
    slug: plainSlug(slug),
    name: plainSlug(undated),
    basename: undated,
    path: name === 'index' ? folders.join('/') : [...folders, place.kind === 'pages' ? name : undated].join('/'),
    collection: place.kind,
    categories: categories.join('/'),
    slugified_categories: categories.map(plainSlug).join('/'),
    output_ext: '.html',
  }
  const filled = pattern.replaceAll(/:([a-z_]+)/g, (whole, token: string) => tokenOf(token, values) ?? whole)
  const address = pathOf(filled)
  return /\.html?$/.test(address) || address.endsWith('/') ? withoutHtml(address) : [address, `${address}.html`]
}

/** Returns the value of a token, which may be followed by other text: `:yearly` is the year and "ly". */
function tokenOf(token: string, values: Record<string, string>): string | null {
  for (let end = token.length; end > 0; end--) {
    const value = values[token.slice(0, end)]
    if (value !== undefined) return value + token.slice(end)
  }
  return null
}

const plainSlug = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
