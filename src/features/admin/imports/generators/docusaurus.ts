import { textOf } from '../front-matter.ts'
import type { SourceList } from '../source-site.ts'
import { routedPages } from './code-routes.ts'
import { listOfPage } from './code-pages.ts'
import { folderOf, literalIn, textIn } from './file-tree.ts'
import { type FileTree, type Generator, type ListedFile, nothing, type Placement, type SiteFile } from './generator.ts'
import { originIn, prefixIn } from './origins.ts'
import { githubSlug, partsOf, pathOf, slugsOf, unique } from './paths.ts'

export const docusaurusConfigs = ['js', 'mjs', 'cjs', 'ts'].map((end) => `docusaurus.config.${end}`)

interface DocusaurusConfig {
  prefix: string
  blog: { folder: string; route: string }
  docs: { folder: string; route: string }
}

/** Reads as much of a Docusaurus configuration as possible without running it. */
export async function docusaurusSite(tree: FileTree): Promise<Generator> {
  const texts = await Promise.all(docusaurusConfigs.map((name) => textIn(tree, name)))
  const code = texts.find((text) => text !== null) ?? ''
  const config: DocusaurusConfig = {
    prefix: prefixIn(literalIn(code, 'baseUrl') ?? '/'),
    blog: pluginIn(code, 'blog'),
    docs: pluginIn(code, 'docs'),
  }
  const pages = routedPages(tree).filter((page) => page !== '/')
  return {
    kind: 'Docusaurus',
    root: tree.root,
    origin: originIn(literalIn(code, 'url') ?? ''),
    zone: null,
    publicFolders: ['static', config.blog.folder],
    hasSpacedLists: false,
    hasJsx: true,
    redirects: [],
    defaultsFor: () => ({}),
    place: (file) => placeOf(file, config),
    lists: (files) => [...listsOf(files, config), ...pages.flatMap((page) => listOfPage(pathOf(config.prefix, page)))],
  }
}

/** Returns the plugin's folder and route, from its options block: `blog: { path: 'posts' }`. */
function pluginIn(code: string, name: string): { folder: string; route: string } {
  const options = new RegExp(`\\b${name}\\s*:\\s*\\{([\\s\\S]{0,2000})`).exec(code)?.[1] ?? ''
  const block = options.split(/\n\s{0,10}\},/)[0] ?? ''
  return { folder: folderOf(literalIn(block, 'path') ?? name), route: literalIn(block, 'routeBasePath') ?? name }
}

function placeOf(file: SiteFile, config: DocusaurusConfig): Placement {
  const { path, fields } = file
  const { blog, docs, prefix } = config
  const slug = textOf(fields, 'slug')
  const name = path.split('/').at(-1)!
  if (path.startsWith(`${blog.folder}/`)) {
    if (name.startsWith('_')) return nothing()
    const [own = '', ...others] = slug === '' ? blogAddresses(path.slice(blog.folder.length + 1), file) : [slug]
    const at = (one: string) => pathOf(prefix, blog.route, one)
    return { as: 'post', addresses: [at(own)], candidates: others.map(at) }
  }
  const isDoc = path.startsWith(`${docs.folder}/`)
  if ((!isDoc && !path.startsWith('src/pages/')) || path.split('/').some((one) => one.startsWith('_'))) return nothing()
  const rest = path.slice(isDoc ? docs.folder.length + 1 : 'src/pages/'.length)
  const { folders, name: base } = partsOf(rest)
  const plain = [...folders, textOf(fields, 'id') || base].map((one) =>
    isDoc ? one.replace(/^\d+\s*[-_.]+\s*/, '') : one,
  )
  const isIndex = /^(?:index|readme)$/i.test(base) || base === folders.at(-1)
  const own = slug.startsWith('/')
    ? slug
    : (isIndex ? plain.slice(0, -1) : [...plain.slice(0, -1), slug || plain.at(-1)!]).join('/')
  if (own === '' && !isDoc) return nothing()
  return { as: 'page', addresses: [pathOf(prefix, isDoc ? docs.route : '', own)], candidates: [] }
}

/** Source: Docusaurus, plugin-content-blog, parseBlogFileName. */
function blogAddresses(rest: string, { date }: SiteFile): string[] {
  const [, folder = '', day, between = '', name = ''] =
    /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})([-/]?)(.*?)(?:\/index)?\.\w+$/.exec(rest) ?? []
  if (day !== undefined && (between !== '' || name === ''))
    return unique([day, ...date.days].map((one) => `${folder}${one.replaceAll('-', '/')}/${name}`))
  return [rest.replace(/(?:\/index)?\.\w+$/, '')]
}

const tagSlugs = (tag: string): string[] => unique([githubSlug(tag), ...slugsOf(tag)])

function listsOf(files: ListedFile[], { blog, prefix }: DocusaurusConfig): SourceList[] {
  const at = (...parts: string[]) => pathOf(prefix, blog.route, ...parts)
  const tags = unique(files.flatMap(({ tags }) => tags))
  return [
    ...(at('') === '/' ? [] : [{ from: at(''), to: 'posts' } as const]),
    ...['rss.xml', 'atom.xml', 'feed.json'].map((feed): SourceList => ({ from: at(feed), to: 'feed' })),
    ...['archive', 'tags', 'page/*', 'authors', 'authors/*'].map((name): SourceList => ({
      from: at(name),
      to: 'posts',
    })),
    ...tags.flatMap((tag) =>
      tagSlugs(tag).flatMap((slug): SourceList[] => [
        { from: at('tags', slug), to: { tag } },
        { from: at('tags', slug, 'page', '*'), to: { tag } },
      ]),
    ),
  ]
}
