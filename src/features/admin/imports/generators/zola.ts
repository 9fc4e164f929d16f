import { textOf, textsOf } from '../front-matter.ts'
import { feedOf, type ListTarget, type SourceList } from '../source-site.ts'
import { configIn, recordOf } from './file-tree.ts'
import { type FileTree, type Generator, type ListedFile, nothing, type Placement, type SiteFile } from './generator.ts'
import { originIn, prefixIn } from './origins.ts'
import { partsOf, pathIn, pathOf, slugsOf, unique } from './paths.ts'

/** Reads the configuration of a Zola site. */
export async function zolaSite(tree: FileTree): Promise<Generator> {
  const settings = await configIn(tree, ['config.toml', 'zola.toml'])
  const prefix = prefixIn(textOf(settings, 'base_url'))
  const taxonomies = Array.isArray(settings['taxonomies'])
    ? settings['taxonomies'].map((one) => textOf(recordOf(one), 'name'))
    : []
  return {
    kind: 'Zola',
    root: tree.root,
    origin: originIn(textOf(settings, 'base_url')),
    zone: null,
    publicFolders: ['static', 'content'],
    hasSpacedLists: false,
    redirects: [],
    defaultsFor: () => ({}),
    place: (file) => placeOf(file, prefix),
    lists: (files) => listsOf(files, prefix, taxonomies),
  }
}

function placeOf({ path, fields, date }: SiteFile, prefix: string): Placement {
  if (!path.startsWith('content/')) return nothing()
  const { folders, name } = partsOf(path.slice('content/'.length))
  if (name === '_index') return nothing()
  const isBundle = name === 'index' && folders.length > 0
  const outer = isBundle ? folders.slice(0, -1) : folders
  const base = (isBundle ? folders.at(-1)! : name).replace(/^\d{4}-\d\d-\d\d[-_ ]/, '')
  const written = pathIn(textOf(fields, 'path'))
  const slugs = slugsOf(textOf(fields, 'slug') || base)
  const own = written ? [written] : slugs.map((slug) => [...outer.map((one) => slugsOf(one)[0]!), slug].join('/'))
  const at = (one: string) => `${pathOf(prefix, one).replace(/\/$/, '')}/`
  const aliases = textsOf(fields, ['aliases']).flatMap((alias) => pathIn(alias) ?? [])
  return {
    as: outer.length === 0 && !date.at ? 'page' : 'post',
    addresses: unique([at(own[0]!), ...aliases.map((alias) => pathOf(prefix, alias))]),
    candidates: own.slice(1).map(at),
  }
}

function listsOf(files: ListedFile[], prefix: string, taxonomies: string[]): SourceList[] {
  const at = (...parts: string[]) => pathOf(prefix, ...parts)
  const sections = unique(files.flatMap(({ path }) => partsOf(path).folders.slice(1, 2)))
  const list = (to: ListTarget, ...parts: string[]): SourceList[] => [
    { from: at(...parts), to },
    { from: at(...parts, 'page', '*'), to },
    ...['atom.xml', 'rss.xml'].map((feed): SourceList => ({ from: at(...parts, feed), to: feedOf(to) })),
  ]
  return [
    ...['atom.xml', 'rss.xml'].map((feed): SourceList => ({ from: at(feed), to: 'feed' })),
    { from: at('page', '*'), to: 'posts' },
    ...sections.flatMap((section) => list('posts', section)),
    ...taxonomies.flatMap((taxonomy) => [
      ...list('posts', taxonomy),
      ...unique(files.flatMap(({ fields }) => textsOf(fields, [taxonomy]))).flatMap((term) =>
        slugsOf(term).flatMap((slug) => list(taxonomy === 'series' ? { series: term } : { tag: term }, taxonomy, slug)),
      ),
    ]),
  ]
}
