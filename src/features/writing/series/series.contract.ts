import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { SeriesName } from '#schemas/series-names.contract.ts'
import { mayPublish, type Role } from '#schemas/roles.contract.ts'

/** An article in a series. `part`: its number; numbers may have gaps. */
const SeriesPart = z.object({
  id: Id,
  slug: z.nullable(z.string()),
  title: z.string(),
  part: z.int(),
  readingMinutes: z.int(),
  createdAt: z.iso.datetime(),
})
export type SeriesPart = z.infer<typeof SeriesPart>

/** A series with its visible articles, in order. */
export const Series = z.object({
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  user: PublicAuthor,
  canEdit: z.boolean(),
  parts: z.array(SeriesPart),
})
export type Series = z.infer<typeof Series>

const Neighbor = z.nullable(z.object({ id: Id, slug: z.nullable(z.string()), title: z.string() }))
/** An article's position in its series. `position`: counted from 1, without gaps. */
export const SeriesPlace = z.object({
  name: z.string(),
  slug: z.string(),
  position: z.int(),
  total: z.int(),
  previous: Neighbor,
  next: Neighbor,
})
export type SeriesPlace = z.infer<typeof SeriesPlace>

export const SeriesChange = z.object({
  name: SeriesName,
  description: z
    .string('description must be text')
    .check(
      z.overwrite(visibleLine),
      z.maxLength(500, { error: () => t('Description must be at most 500 characters') }),
    ),
})
export type SeriesChange = z.infer<typeof SeriesChange>

export const getSeries = endpoint('GET /api/series/:slug', {
  summary: 'Get a series with its articles',
  access: 'anyone',
  params: { slug: z.string() },
  answer: Series,
})
export const getOwnSeries = endpoint('GET /api/own-series', {
  summary: 'List the names of your series',
  access: 'member',
  answer: z.object({ names: z.array(z.string()) }),
})
/** Null for a post that is not in a series. */
export const getSeriesPlace = endpoint('GET /api/posts/:id/series', {
  summary: 'Get an article’s position in its series',
  access: 'anyone',
  params: { id: IdText },
  answer: z.nullable(SeriesPlace),
})
export const updateSeries = endpoint('PATCH /api/series/:slug', {
  summary: 'Rename or describe a series',
  access: 'writer',
  params: { slug: z.string() },
  body: SeriesChange,
  answer: Series,
  limits: [perMember('series changes', 60, 3600)],
  changes: ['posts', 'removals'],
})

interface Editor {
  id: number
  role: Role
}
export const canEditSeries = (member: Editor | null, { user }: { user: { id: number } }): boolean =>
  member !== null && mayPublish(member) && (member.role === 'admin' || member.id === user.id)
