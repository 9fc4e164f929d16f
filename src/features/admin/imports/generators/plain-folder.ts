import { textOf, textsOf } from '../front-matter.ts'
import type { Generator, Placement, SiteFile } from './generator.ts'
import { partsOf, pathIn, pathOf, unique, withoutHtml } from './paths.ts'

/** Guesses addresses from paths in a folder without a generator's configuration. */
export const plainFolder = (root: string): Generator => ({
  kind: 'Markdown',
  root,
  origin: null,
  zone: null,
  publicFolders: ['static', 'public', 'source', 'src', 'content', 'assets'],
  hasSpacedLists: false,
  redirects: [],
  defaultsFor: () => ({}),
  place: placeOf,
  lists: () => [],
})

const containers = /^(?:src\/content|src\/pages|content|contents|source|src|data|pages|public)\//

function placeOf({ path, fields, date }: SiteFile): Placement {
  const { folders: all, name } = partsOf(path.replace(containers, ''))
  const isIndex = name === 'index' && all.length > 0
  const base = isIndex ? all.at(-1)! : name
  const folders = (isIndex ? all.slice(0, -1) : all).filter((folder) => !folder.startsWith('_'))
  const undated = base.replace(/^\d{4}-\d\d-\d\d[-_]?/, '') || base
  const written = [...textsOf(fields, ['permalink']), ...textsOf(fields, ['url', 'path', 'aliases', 'redirect_from'])]
  const slug = textOf(fields, 'slug')
  const days = date.days.slice(0, 1).map((day) => `/${day.replaceAll('-', '/')}/${slug || undated}`)
  const isPage = /^pages?$/.test(textOf(fields, 'layout', 'type'))
  return {
    as: isPage ? 'page' : 'post',
    addresses: unique(
      [...written.flatMap((one) => pathIn(one) ?? []), ...(slug.startsWith('/') ? [slug] : [])].map((one) =>
        pathOf(one),
      ),
    ),
    candidates: unique([
      pathOf(slug || undated),
      ...(slug === '' ? [] : [pathOf(...folders, slug)]),
      pathOf(...folders, undated),
      pathOf(...folders, base),
      ...days,
      ...withoutHtml(`${pathOf(undated)}.html`),
    ]),
  }
}
