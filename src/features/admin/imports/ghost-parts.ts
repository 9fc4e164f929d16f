import { t } from '#messages/messages.ts'
import { parse as parseCsv } from 'csv-parse/sync'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod/mini'
import { timeOf } from './front-matter.ts'
import type { GhostData } from './ghost-schema.ts'
import { withoutGhostUrl } from './ghost-content.ts'
import { ruleOf } from './generators/redirect-rules.ts'
import { markdownOf } from './html-to-markdown.ts'
import {
  feedOf,
  type ListTarget,
  type SourceComment,
  type SourceList,
  type SourceRedirect,
  type SourceSite,
  storable,
} from './source-site.ts'

/** Returns the permalink pattern for posts, which is a setting in old versions. */
export function permalinkOf({ settings }: GhostData): string {
  const Setting = z.object({ key: z.literal('permalinks'), value: z.string() })
  const value = settings.flatMap((one) => Setting.safeParse(one).data?.value ?? [])[0]
  return value !== undefined && /^\/(?:[\w-]+\/|:(?:year|month|day|slug)\/)+$/.test(value) ? value : '/:slug/'
}

/** Returns the tag and author pages, and the feeds. */
export function ghostLists({ tags, users }: GhostData): SourceList[] {
  return [
    { from: '/rss/', to: 'feed' },
    { from: '/feed/', to: 'feed' },
    { from: '/page/*', to: 'posts' },
    ...tags.flatMap(({ name, slug }) => (slug && !name.startsWith('#') ? list(`/tag/${slug}/`, { tag: name }) : [])),
    ...users.flatMap(({ slug }) => (slug ? list(`/author/${slug}/`, { author: true }) : [])),
  ]
}

const list = (from: string, to: ListTarget): SourceList[] => [
  { from, to },
  { from: `${from}rss/`, to: feedOf(to) },
  { from: `${from}page/*`, to },
]

const text = z.nullish(z.string())
const id = z.union([z.string(), z.number()])
const CommentRow = z.object({
  id,
  post_id: id,
  member_id: z.nullish(id),
  parent_id: z.nullish(id),
  status: text,
  html: text,
  created_at: z.string(),
})
const MemberRow = z.object({ id, name: text })

/** Reads the comments in a full database export; the standard export leaves them out. `unpublished`: how many were
 *  hidden or deleted. */
export function commentsInTable({ comments, members }: GhostData) {
  const names = new Map(
    members.flatMap((one) => MemberRow.safeParse(one).data ?? []).map((one) => [String(one.id), one.name]),
  )
  const rows = comments.flatMap((one) => CommentRow.safeParse(one).data ?? [])
  const published = rows.filter(({ status }) => (status ?? 'published') === 'published')
  const commentsOf = new Map<string, SourceComment[]>()
  for (const row of published) {
    const comment = commentOf({
      id: String(row.id),
      reply_to: row.parent_id ? String(row.parent_id) : '',
      html: row.html ?? '',
      name: names.get(String(row.member_id)) ?? '',
      created_at: row.created_at,
    })
    if (comment) commentsOf.set(String(row.post_id), [...(commentsOf.get(String(row.post_id)) ?? []), comment])
  }
  return { commentsOf, unpublished: rows.length - published.length }
}

const CsvRow = z.object({
  id: z.string(),
  name: z._default(z.string(), ''),
  created_at: z.string(),
  html: z.string(),
  reply_to: z._default(z.string(), ''),
  post_id: z._default(z.string(), ''),
  post_slug: z._default(z.string(), ''),
  status: z._default(z.string(), 'published'),
})

function commentOf(
  row: Pick<z.infer<typeof CsvRow>, 'id' | 'name' | 'created_at' | 'html' | 'reply_to'>,
): SourceComment | null {
  const createdAt = timeOf(row.created_at)
  const content = markdownOf(withoutGhostUrl(storable(row.html))).trim()
  if (!createdAt || content === '') return null
  const parentKey = row.reply_to === '' ? null : `Ghost ${row.reply_to}`
  return { key: `Ghost ${row.id}`, parentKey, authorName: row.name, authorUrl: null, content, createdAt }
}

/** Adds the comments in a CSV file from Ghost's command-line tools: `gctools export-comments`. It has the columns `id`,
 *  `name`, `created_at`, `html`, `reply_to`, `post_id`, and `post_slug`. */
export function addGhostComments(site: SourceSite, csv: string, file: string, ids: ReadonlyMap<string, string>): void {
  const rows = parseCsv(csv, { columns: true, bom: true, relax_column_count: true, skip_empty_lines: true })
  const byKey = new Map(site.posts.map((post) => [post.key, post]))
  const bySlug = new Map(site.posts.map((post) => [post.slug ?? '', post]))
  let withoutPost = 0
  let invalid = 0
  for (const row of rows) {
    const { data } = CsvRow.safeParse(row)
    const comment = data && data.status === 'published' ? commentOf(data) : null
    const key = data && ids.get(data.post_id)
    const post = key === undefined ? bySlug.get(data?.post_slug ?? '') : byKey.get(key)
    if (!comment) invalid++
    else if (!post) withoutPost++
    else post.comments = [...(post.comments ?? []), comment]
  }
  const notes = [
    ...(invalid > 0
      ? [
          t(
            '{file}: {count, plural, one {# comment is hidden, empty, or lacks required columns} other {# comments are hidden, empty, or lack required columns}}',
            { file, count: invalid },
          ),
        ]
      : []),
    ...(withoutPost > 0
      ? [
          t(
            '{file}: {count, plural, one {# comment belongs to a post that is not in the export} other {# comments belong to posts that are not in the export}}',
            { file, count: withoutPost },
          ),
        ]
      : []),
  ]
  site.notes = [...(site.notes ?? []), ...notes]
}

const Redirects = z.array(z.object({ from: z.string(), to: z.string() }))
const ByStatus = z.record(z.string(), z.record(z.string(), z.string()))

/** Reads Ghost's redirects: `redirects.json`, whose paths are regular expressions, or `redirects.yaml`.
 *  @returns those that can be expressed here, and how many cannot */
export function ghostRedirects(source: string, file: string): { rules: SourceRedirect[]; left: number } {
  const isJson = file.endsWith('.json')
  const value: unknown = isJson ? JSON.parse(source) : parseYaml(source, { maxAliasCount: 0, logLevel: 'error' })
  const given = isJson
    ? Redirects.parse(value)
    : Object.values(ByStatus.parse(value)).flatMap((one) => Object.entries(one).map(([from, to]) => ({ from, to })))
  const rules = given.flatMap(({ from, to }) =>
    ruleOf(plainPattern(from), to.replace(/\/\$1$/, '/*'), file).slice(0, 1),
  )
  return { rules, left: given.length - rules.length }
}

/** Converts a simple regular expression to a path: `^\/old\/(.*)$` becomes `/old/*`. */
const plainPattern = (pattern: string): string =>
  pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replaceAll(/\\([/.-])/g, '$1')
    .replace(/\/\(\.[*+]\??\)(?:\/\??)?$/, '/*')
    .replace(/\/\?$/, '/')
    .replace(/^(?!\/)/, '/')
