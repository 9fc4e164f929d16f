import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { Category } from '#features/writing/categories/categories.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'

/** Who saved a version; null if the member was deleted. */
const Editor = z.nullable(z.object({ id: Id, username: z.string(), displayName: z.string() }))

/** An entry in a post's history. Versions are numbered from 1; the highest is the current one. */
export const RevisionEntry = z.object({
  number: Id,
  title: z.nullable(z.string()),
  editedAt: z.iso.datetime(),
  editor: Editor,
  isCurrent: z.boolean(),
})
export type RevisionEntry = z.infer<typeof RevisionEntry>

/** A page of a post's versions, newest first. */
export const RevisionList = z.object({ versions: z.array(RevisionEntry), ...pageFields })
export type RevisionList = z.infer<typeof RevisionList>

/** An earlier version of a post. `id` identifies its text within a page: '7.2' is version 2 of post 7. `total`: the
 *  number of versions, including the current one. */
export const Revision = z.extend(RevisionEntry, {
  id: z.string(),
  postId: Id,
  content: z.string(),
  contentHtml: z.string(),
  /** `contentHtml` is only the beginning of the text. */
  isTruncated: z.boolean(),
  isLongForm: z.boolean(),
  category: Category,
  createdAt: z.iso.datetime(),
  total: Id,
})
export type Revision = z.infer<typeof Revision>

/** A part of two compared versions: in both, only in the later one, only in the earlier one, or omitted because it is
 *  unchanged and far from any change. */
export const TextPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }),
  z.object({ kind: z.literal('gap'), lines: Id }),
])
export type TextPart = z.infer<typeof TextPart>

/** The difference between two texts. `isWhole`: comparing would take too long, so both texts are given in full. */
export const TextChange = z.object({ parts: z.array(TextPart), isWhole: z.boolean() })
export type TextChange = z.infer<typeof TextChange>

/** A version's changes from the previous one; null where there are none. The content is compared as Markdown. */
export const RevisionChanges = z.object({
  title: z.nullable(TextChange),
  content: z.nullable(TextChange),
  before: z.object({ number: Id, category: Category, isLongForm: z.boolean() }),
})
export type RevisionChanges = z.infer<typeof RevisionChanges>

const ofRevision = { access: 'anyone', params: { id: IdText, number: IdText } } as const

export const getRevisions = endpoint('GET /api/posts/:id/versions', {
  summary: 'List a post’s versions, newest first',
  access: 'anyone',
  params: { id: IdText },
  query: PageQuery,
  answer: RevisionList,
})
export const getRevision = endpoint('GET /api/posts/:id/versions/:number', {
  summary: 'Get a version of a post',
  ...ofRevision,
  answer: Revision,
})
export const getRevisionChanges = endpoint('GET /api/posts/:id/versions/:number/changes', {
  summary: 'Compare a version with the previous one',
  ...ofRevision,
  answer: RevisionChanges,
  limits: [perAddress('version changes', 120, 60)],
})
