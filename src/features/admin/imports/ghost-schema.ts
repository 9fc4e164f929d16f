import * as z from 'zod/mini'

const text = z.nullish(z.string())
const id = z.union([z.string(), z.number()])
const named = z.array(z.object({ id, name: z.string(), slug: text }))

const Data = z.object({
  posts: z.array(z.unknown()),
  posts_meta: z._default(z.array(z.object({ post_id: id, feature_image_alt: text, feature_image_caption: text })), []),
  tags: z._default(named, []),
  posts_tags: z._default(z.array(z.object({ post_id: id, tag_id: id, sort_order: z.nullish(z.number()) })), []),
  users: z._default(named, []),
  posts_authors: z._default(z.array(z.object({ post_id: id, author_id: id })), []),
  settings: z._default(z.array(z.unknown()), []),
  comments: z._default(z.array(z.unknown()), []),
  members: z._default(z.array(z.unknown()), []),
})
export const Export = z.union([
  z.object({ db: z.array(z.object({ data: Data })).check(z.minLength(1)) }),
  z.object({ meta: z.unknown(), data: Data }),
])
export type Export = z.infer<typeof Export>
export type GhostData = z.infer<typeof Data>

/** Source: Ghost, core/server/data/schema/schema.js. */
export const GhostPost = z.object({
  id,
  uuid: text,
  title: z.string(),
  slug: z.string(),
  html: text,
  lexical: text,
  mobiledoc: text,
  plaintext: text,
  feature_image: text,
  canonical_url: text,
  status: z.string(),
  visibility: text,
  type: text,
  page: z.nullish(z.union([z.boolean(), z.number()])),
  published_at: text,
  created_at: text,
})
export type GhostPost = z.infer<typeof GhostPost>
