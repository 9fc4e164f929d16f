import { t } from '#messages/messages.ts'
import { pathOf, unique } from './generators/paths.ts'
import { feedOf, type ListTarget, type SourceList, type SourcePost } from './source-site.ts'
import { basesIn, linkedPaths } from './wordpress-bases.ts'
import { type Channel, type Item, Term } from './wordpress-schema.ts'

interface NamedTerm {
  slug: string
  name: string
  /** The slug of the parent category. */
  parent: string
}

/** Returns the pages for categories, tags, authors, years, and months, and the feeds. The export does not contain the
 *  settings for category and tag paths, so the paths are inferred from links. */
export function wordPressLists(
  channels: Channel[],
  items: Item[],
  posts: SourcePost[],
): { lists: SourceList[]; notes: string[] } {
  const prefix = URL.parse(channels[0]!.link.trim())?.pathname ?? '/'
  const at = (...parts: string[]) => pathOf(prefix, ...parts, '/')
  const list = (to: ListTarget, ...parts: string[]): SourceList[] => [
    { from: at(...parts), to },
    { from: at(...parts, 'feed'), to: feedOf(to) },
    { from: pathOf(prefix, ...parts, 'page', '*'), to },
  ]
  const categories = termsOf('category', channels.flatMap((one) => one['wp:category']).map(categoryOf), items)
  const tags = termsOf('post_tag', channels.flatMap((one) => one['wp:tag']).map(tagOf), items)
  const authors = unique([
    ...channels.flatMap((one) => one['wp:author'].map((author) => author['wp:author_login'])),
    ...items.map((item) => item['dc:creator']),
  ]).filter((login) => login !== '')
  const paths = linkedPaths(items, channels[0]!.link.trim())
  const linked = {
    category: basesIn(paths, new Map(categories.map(({ slug }) => [slug, pathTo(slug, categories)])), 'tag'),
    tag: basesIn(paths, new Map(tags.map(({ slug }) => [slug, slug])), 'category'),
  }
  const feeds: SourceList[] = ['feed', 'feed/rss', 'feed/atom', 'feed/rdf', 'comments/feed'].map((feed) => ({
    from: at(feed),
    to: 'feed',
  }))
  const below = (kind: 'category' | 'tag', path: string, name: string) =>
    unique([kind, ...linked[kind]]).flatMap((base) => list({ tag: name }, base, path))
  const lists = [
    ...feeds,
    { from: pathOf(prefix, 'page', '*'), to: 'posts' } as const,
    ...categories.flatMap(({ slug, name }) =>
      unique([pathTo(slug, categories), slug]).flatMap((path) => below('category', path, name)),
    ),
    ...tags.flatMap(({ slug, name }) => below('tag', slug, name)),
    ...authors.flatMap((login) => list({ author: true }, 'author', nicenameOf(login))),
    ...formatsOf(items).flatMap((format) => list('posts', 'type', format)),
    ...datesOf(posts).flatMap((date) => list('posts', date)),
  ]
  const assumed = [
    ...(categories.length > 0 && linked.category.length === 0 ? [assumptions.category()] : []),
    ...(tags.length > 0 && linked.tag.length === 0 ? [assumptions.tag()] : []),
  ]
  return { lists, notes: assumed }
}

const assumptions = {
  category: () =>
    t('the export has no link to a category, so their addresses are assumed to be below {path}', {
      path: '/category/',
    }),
  tag: () => t('the export has no link to a tag, so their addresses are assumed to be below {path}', { path: '/tag/' }),
}

const categoryOf = (one: Channel['wp:category'][number]): NamedTerm => ({
  slug: one['wp:category_nicename'],
  name: one['wp:cat_name'].trim(),
  parent: one['wp:category_parent'],
})

const tagOf = (one: Channel['wp:tag'][number]): NamedTerm => ({
  slug: one['wp:tag_slug'],
  name: one['wp:tag_name'].trim(),
  parent: '',
})

/** Returns the terms that the export lists, and those that appear only in posts. */
function termsOf(domain: string, listed: NamedTerm[], items: Item[]): NamedTerm[] {
  const terms = new Map(listed.filter(({ slug, name }) => slug !== '' && name !== '').map((term) => [term.slug, term]))
  for (const item of items)
    for (const one of item.category) {
      const { data } = Term.safeParse(one)
      const slug = data?.['@domain'] === domain ? data['@nicename'] : ''
      if (slug !== '' && !terms.has(slug)) terms.set(slug, { slug, name: data!['#text'].trim(), parent: '' })
    }
  return [...terms.values()]
}

/** Returns a category's path, including its parents: `a/b`. */
function pathTo(slug: string, categories: NamedTerm[]): string {
  const bySlug = new Map(categories.map((one) => [one.slug, one]))
  const path = [slug]
  for (let parent = bySlug.get(slug)?.parent; parent && !path.includes(parent); parent = bySlug.get(parent)?.parent)
    path.unshift(parent)
  return path.join('/')
}

/** Returns the slugs of the post formats, such as `aside`. */
const formatsOf = (items: Item[]): string[] =>
  termsOf('post_format', [], items).map(({ slug }) => slug.replace(/^post-format-/, ''))

const nicenameOf = (login: string): string =>
  login
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Returns the years, months, and days that are part of addresses or have posts: `2019`, `2019/05`, `2019/05/04`. */
function datesOf(posts: SourcePost[]): string[] {
  const days = posts.flatMap(({ createdAt, isPage, isDraft, addresses }) => {
    if (isDraft) return []
    const [, inAddress] = /\/(\d{4}\/\d\d(?:\/\d\d)?)\//.exec(addresses[0] ?? '') ?? []
    return [
      ...(inAddress === undefined ? [] : [inAddress]),
      ...(createdAt && !isPage ? [createdAt.toISOString().slice(0, 10).replaceAll('-', '/')] : []),
    ]
  })
  return unique(days.flatMap((day) => [day.slice(0, 4), day.slice(0, 7), day])).toSorted()
}
