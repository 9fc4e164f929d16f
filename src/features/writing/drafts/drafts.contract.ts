import * as z from 'zod/mini'
import { editArticleAddress, writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { chosenId, Id } from '#schemas/ids.contract.ts'

/** Where it is written on. */
export const draftEditorPath = ({ key, postId }: Pick<Draft, 'key' | 'postId'>): string =>
  postId === null ? `${writeArticleAddress.href()}?draft=${key}` : editArticleAddress.href({ id: postId })

/** A draft's name, chosen at random by the browser that begins it. The post is published under the same key
 *  (`Idempotency-Key`), which ends the draft. */
export const DraftKey = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'A draft key is 32 hexadecimal digits'))

/** More than a post may have: what is too long to be published is kept all the same. */
const maxDraftLength = 400_000
const maxDraftTitleLength = 1000
/** That a member may have at a time. */
export const maxDrafts = 200

/** What an editor saves. `updatedAt`: the saved version that this text was written on; null for the first. */
export const DraftInput = z.object({
  title: z.string().check(z.maxLength(maxDraftTitleLength, 'The title is too long to be saved')),
  content: z.string().check(z.maxLength(maxDraftLength, 'The text is too long to be saved')),
  categoryId: z.nullable(chosenId('Please select a category')),
  /** The article that it changes, and the version of that article it started from; null for a new one. Saved for an
   *  article that has been deleted meanwhile, it becomes a new one. */
  postId: z.nullable(Id),
  baseUpdatedAt: z.nullable(z.iso.datetime()),
  updatedAt: z.nullable(z.iso.datetime()),
})
export type DraftInput = z.infer<typeof DraftInput>

/** An article under way, as its author sees it. */
export const Draft = z.object({
  key: DraftKey,
  title: z.string(),
  content: z.string(),
  categoryId: z.nullable(Id),
  postId: z.nullable(Id),
  baseUpdatedAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Draft = z.infer<typeof Draft>

/** Whether the draft says what is to be saved already, as when a save is sent again after its answer was lost. */
export const isSameText = (draft: Draft, input: DraftInput): boolean =>
  draft.title === input.title &&
  draft.content === input.content &&
  draft.categoryId === input.categoryId &&
  draft.postId === input.postId &&
  timeOf(draft.baseUpdatedAt) === timeOf(input.baseUpdatedAt)

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** A draft in the list of its author's. `excerpt`: the beginning of the markdown, at most 100 characters. */
export const DraftSummary = z.object({
  key: DraftKey,
  title: z.string(),
  excerpt: z.string(),
  postId: z.nullable(Id),
  updatedAt: z.iso.datetime(),
})
export type DraftSummary = z.infer<typeof DraftSummary>

/** Newest first. */
export const DraftList = z.object({ drafts: z.array(DraftSummary) })
export type DraftList = z.infer<typeof DraftList>

/** Fits {@link maxDraftLength} characters, each escaped as six bytes, and the other fields. */
const maxBodyBytes = 2400 * 1024

const ofDraft = { access: 'member', params: { key: DraftKey } } as const

export const getDrafts = endpoint('GET /api/drafts', {
  summary: 'List your drafts',
  access: 'member',
  answer: DraftList,
})
/** 410 with `postId` for a draft that has been published. */
export const getDraft = endpoint('GET /api/drafts/:key', { summary: 'Get a draft', ...ofDraft, answer: Draft })
/** 409 with `draft` if another version, or another draft of the article, was saved before; 410 as in `getDraft`. */
export const putDraft = endpoint('PUT /api/drafts/:key', {
  summary: 'Save a draft',
  ...ofDraft,
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
