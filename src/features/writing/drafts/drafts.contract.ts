import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { editArticleAddress, writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { ArticleDetails, isSameDetails, noDetails } from '#features/writing/posts/article-details.contract.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { chosenId, Id } from '#schemas/ids.contract.ts'

/** Returns the URL of the draft's editor. */
export const draftEditorPath = ({ key, postId }: Pick<Draft, 'key' | 'postId'>): string =>
  postId === null ? `${writeArticleAddress.href()}?draft=${key}` : editArticleAddress.href({ id: postId })

/** The random key of a draft, chosen by the browser. When the draft is published, the browser sends it as the
 *  `Idempotency-Key`, and the server deletes the draft. */
export const DraftKey = z
  .string()
  .check(z.regex(/^[0-9a-f]{32}$/, { error: () => t('A draft key is 32 hexadecimal digits') }))

/** Higher than the limit for posts, so that text that is too long to publish can still be saved. */
const maxDraftLength = 400_000
const maxDraftTitleLength = 1000
/** Maximum number of drafts per member. */
export const maxDrafts = 200

/** The body that an editor sends. `updatedAt`: the saved version that the text is based on; null for the first. */
export const DraftInput = z.object({
  title: z.string().check(z.maxLength(maxDraftTitleLength, { error: () => t('The title is too long to be saved') })),
  content: z.string().check(z.maxLength(maxDraftLength, { error: () => t('The text is too long to be saved') })),
  categoryId: z.nullable(chosenId(() => t('Please select a category'))),
  details: z._default(ArticleDetails, noDetails),
  /** The article that the draft changes, and the version that it is based on; null for a new article. If the article
   *  has been deleted, the draft becomes a draft of a new article. */
  postId: z.nullable(Id),
  baseUpdatedAt: z.nullable(z.iso.datetime()),
  updatedAt: z.nullable(z.iso.datetime()),
})
export type DraftInput = z.infer<typeof DraftInput>

/** A draft as its author sees it. */
export const Draft = z.object({
  key: DraftKey,
  title: z.string(),
  content: z.string(),
  categoryId: z.nullable(Id),
  details: ArticleDetails,
  postId: z.nullable(Id),
  baseUpdatedAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Draft = z.infer<typeof Draft>

/** Reports whether the draft already has this text, for example after a save whose response was lost. */
export const isSameText = (draft: Draft, input: DraftInput): boolean =>
  draft.title === input.title &&
  draft.content === input.content &&
  draft.categoryId === input.categoryId &&
  isSameDetails(draft.details, input.details) &&
  draft.postId === input.postId &&
  timeOf(draft.baseUpdatedAt) === timeOf(input.baseUpdatedAt)

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** When a draft will be published. `timeZone`: the IANA name of the zone in which the author chose the time. `failure`:
 *  why it was not published then; null while it is scheduled. */
export const DraftSchedule = z.object({
  publishAt: z.iso.datetime(),
  timeZone: z.string(),
  failure: z.nullable(z.string()),
})
export type DraftSchedule = z.infer<typeof DraftSchedule>

/** A draft in its author's list. `excerpt`: the first 100 characters of the Markdown. `isShared`: it has a working
 *  secret link. `openComments`: the number of unresolved comments from readers of the link. */
export const DraftSummary = z.object({
  key: DraftKey,
  title: z.string(),
  excerpt: z.string(),
  postId: z.nullable(Id),
  updatedAt: z.iso.datetime(),
  schedule: z.nullable(DraftSchedule),
  isShared: z.boolean(),
  openComments: z.int(),
})
export type DraftSummary = z.infer<typeof DraftSummary>

/** Newest first. */
export const DraftList = z.object({ drafts: z.array(DraftSummary) })
export type DraftList = z.infer<typeof DraftList>

/** Enough for {@link maxDraftLength} characters escaped as six bytes each, plus the other fields. */
const maxBodyBytes = 2400 * 1024

const ofDraft = { access: 'member', params: { key: DraftKey } } as const

export const getDrafts = endpoint('GET /api/drafts', {
  summary: 'List your drafts',
  access: 'member',
  answer: DraftList,
})
/** 410 with `postId` for a draft that has been published. */
export const getDraft = endpoint('GET /api/drafts/:key', { summary: 'Get a draft', ...ofDraft, answer: Draft })
/** 409 with `draft` if another version, or another draft of the article, was saved first; 410 as in `getDraft`. */
export const putDraft = endpoint('PUT /api/drafts/:key', {
  summary: 'Save a draft',
  ...ofDraft,
  access: 'writer',
  body: DraftInput,
  maxBodyBytes,
  answer: Draft,
  limits: [perMember('drafts', 600, 600)],
})
export const discardDraft = endpoint('DELETE /api/drafts/:key', {
  summary: 'Discard a draft',
  ...ofDraft,
  answer: z.null(),
})
