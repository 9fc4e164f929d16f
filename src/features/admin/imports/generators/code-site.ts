import { textOf, textsOf } from '../front-matter.ts'
import type { SourceList } from '../source-site.ts'
import { listOfPage } from './code-pages.ts'
import { postRoutes, routedPages } from './code-routes.ts'
import { literalIn, textIn } from './file-tree.ts'
import { type FileTree, type Generator, type ListedFile, nothing, type Placement, type SiteFile } from './generator.ts'
import { originIn, prefixIn } from './origins.ts'
import { githubSlug, partsOf, pathIn, pathOf, slugsOf, unique } from './paths.ts'

/** Configuration files of frameworks whose code determines addresses. */
export const codeConfigs: { kind: string; name: RegExp }[] = [
  { kind: 'Astro', name: /^astro\.config\.\w+$/ },
  { kind: 'Gatsby', name: /^gatsby-config\.\w+$/ },
  { kind: 'Next.js', name: /^next\.config\.\w+$/ },
  { kind: 'Nuxt', name: /^nuxt\.config\.\w+$/ },
  { kind: 'SvelteKit', name: /^svelte\.config\.\w+$/ },
  { kind: 'Remix', name: /^(?:remix|react-router)\.config\.\w+$/ },
]

interface CodeSite {
  prefix: string
  /** The base addresses of post pages. */
  routes: string[]
}

/** Reads a site built with a framework. Its code determines the addresses, so most are guessed from routes and
 *  folders. */
export async function codeSite(tree: FileTree, kind: string): Promise<Generator> {
  const names = tree.paths.filter((name) => codeConfigs.some((config) => config.name.test(name)))
  const code = (await Promise.all(names.map((name) => textIn(tree, name)))).join('\n')
  const site = {
    prefix: prefixIn(literalIn(code, 'base') ?? literalIn(code, 'basePath') ?? literalIn(code, 'pathPrefix') ?? '/'),
    routes: postRoutes(tree),
  }
  const pages = routedPages(tree)
  return {
    kind,
    root: tree.root,
    origin: originIn(literalIn(code, 'site') ?? literalIn(code, 'siteUrl') ?? ''),
    zone: null,
    publicFolders: ['public', 'static', 'src', 'src/assets', 'assets', 'content', 'src/content'],
    hasSpacedLists: false,
    hasJsx: true,
    redirects: [],
    defaultsFor: () => ({}),
    place: (file) => placeOf(file, site),
    lists: (files) => listsOf(files, site, pages),
  }
}

/** Content folders that are not part of addresses. */
const containers =
  /^(?:src\/content|src\/data|src\/markdown|app\/content|contents?|data|public|src\/(?=_?posts\/|blog\/|articles\/|notes\/))\//

function placeOf(file: SiteFile, site: CodeSite): Placement {
  const { path, fields } = file
  const page = pageAddress(path)
  if (page === '/' || /(?:^|\/)404\.\w+$/.test(path)) return nothing()
  const aliases = textsOf(fields, ['aliases', 'alias', 'redirect_from', 'redirects']).flatMap(
    (one) => pathIn(one) ?? [],
  )
  const written = pathIn(textOf(fields, 'permalink', 'path', 'url'))
  const slug = textOf(fields, 'slug', 'customSlug', 'postSlug')
  const fixed = [
    ...(page === null ? [] : [page]),
    ...(written ? [written] : []),
    ...(slug.startsWith('/') ? [slug] : []),
  ]
  const guesses = page === null ? guessesOf(file, slug, site) : []
  const prefixed = (all: string[]) => unique(all.flatMap((one) => [pathOf(site.prefix, one), pathOf(one)]))
  const isPage = (page !== null && !file.date.at) || /(?:^|\/)_?pages?\//.test(path.replace(/^src\/pages\//, ''))
  return {
    as: isPage ? 'page' : 'post',
    addresses: prefixed([...fixed, ...aliases]),
    candidates: prefixed(guesses),
  }
}

/** Returns the address of a Markdown file that is itself a page: `src/pages/about.md` and `app/about/page.mdx`. */
function pageAddress(path: string): string | null {
  const [, page] = /^(?:src\/)?pages\/(.*)\.mdx?$/.exec(path) ?? []
  const [, app] = /^(?:src\/)?app\/(?:(.*)\/)?page\.mdx?$/.exec(path) ?? []
  const address = page ?? (path.match(/(?:^|\/)page\.mdx?$/) ? (app ?? '') : undefined)
  if (address === undefined) return null
  return pathOf(
    ...address
      .replace(/(?:^|\/)index$/, '')
      .split('/')
      .filter((segment) => !/^\(.*\)$/.test(segment)),
  )
}

/** Returns the possible addresses of the file, most likely first. */
function guessesOf({ path, date }: SiteFile, slug: string, { routes }: CodeSite): string[] {
  const { folders: all, name } = partsOf(path.replace(containers, ''))
  const isIndex = name === 'index' && all.length > 0
  const base = isIndex ? all.at(-1)! : name
  const folders = (isIndex ? all.slice(0, -1) : all).filter((folder) => !folder.startsWith('_'))
  const undated = base.replace(/^\d{4}-\d\d-\d\d[-_]?/, '') || base
  const names = unique([slug, undated, base].flatMap((one) => (one === '' ? [] : [githubSlug(one), one])))
  const days = /^\d{4}-/.test(base) ? date.days.map((day) => `${day.replaceAll('-', '/')}/${undated}`) : []
  const starts = routes.length > 0 ? routes : ['/blog', '/posts']
  // A collection's folder often has the same name as the route, or part of it.
  const isCollection = (start: string) =>
    start.endsWith(`/${folders[0]}`) || /^(?:blog|posts?|articles?|notes?)$/.test(folders[0] ?? '')
  const within = (from: number) =>
    names.flatMap((one) => folders.slice(from).map((_, depth) => [...folders.slice(from + depth), one].join('/')))
  return unique([
    ...starts.flatMap((start) =>
      [...names, ...days, ...within(isCollection(start) ? 1 : 0)].map((one) => `${start}/${one}`),
    ),
    ...within(0).map((one) => `/${one}`),
    ...[...names, ...days].map((one) => `/${one}`),
    ...days.flatMap((day) => [`/${[...folders, day].join('/')}`, `/${[...folders, day].join('/')}.html`]),
  ])
}

const spellings = (tag: string): string[] => unique([githubSlug(tag), ...slugsOf(tag), tag])

function listsOf(files: ListedFile[], { prefix, routes }: CodeSite, pages: string[]): SourceList[] {
  const at = (...parts: string[]) => pathOf(prefix, ...parts)
  const tags = unique(files.flatMap((file) => [...file.tags, ...file.categories]))
  const tagLists = [
    'tags',
    'tag',
    'topics',
    'category',
    'categories',
    ...routes.flatMap((route) => [`${route}/tags`, `${route}/tag`]),
  ]
  const folders = unique(
    files.flatMap(({ path }) =>
      containers.test(path) ? (path.replace(containers, '').split('/').slice(0, -1)[0] ?? []) : [],
    ),
  )
  const lists = unique([...routes, '/blog', '/posts', '/tags', '/archives', ...folders.map((one) => `/${one}`)])
  const further = Array.from({ length: Math.min(Math.ceil(files.length / 4), 200) }, (_, index) => String(index + 2))
  return [
    ...['rss.xml', 'feed.xml', 'atom.xml', 'index.xml', 'feed.json', 'rss', 'feed'].map((feed): SourceList => ({
      from: at(feed),
      to: 'feed',
    })),
    ...lists
      .filter((list) => list !== '/')
      .flatMap((list): SourceList[] => [
        { from: at(list), to: 'posts' },
        { from: at(list, 'page', '*'), to: 'posts' },
      ]),
    ...unique([...routes, '/']).flatMap((route) =>
      further.map((page): SourceList => ({ from: at(route, page), to: 'posts' })),
    ),
    { from: at('page', '*'), to: 'posts' },
    ...tags.flatMap((tag) =>
      tagLists.flatMap((list) =>
        spellings(tag).flatMap((slug): SourceList[] => [
          { from: at(list, slug), to: { tag } },
          { from: at(list, slug, '*'), to: { tag } },
        ]),
      ),
    ),
    ...pages.filter((page) => page !== '/').flatMap((page) => listOfPage(at(page))),
  ]
}
