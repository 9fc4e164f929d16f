import * as z from 'zod/mini'
import { type Draft, DraftKey, DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { NewArticle } from '#features/writing/posts/new-posts.contract.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'

// The part of the contract that the editor always needs.

/** Returns the request body that publishes the draft as an article, or the errors by field. */
export const articleOf = ({ title, content, categoryId, details }: ArticleDraft) =>
  NewArticle.safeParse({ isLongForm: true, title, content, categoryId, ...details })
export type ArticleDraft = Pick<Draft, 'title' | 'content' | 'categoryId' | 'details'>

/** Null if the draft is not scheduled. 410 with `postId` if it has been published. */
export const getSchedule = endpoint('GET /api/drafts/:key/schedule', {
  summary: 'Get a draft’s scheduled publication time',
  access: 'member',
  params: { key: DraftKey },
  answer: z.nullable(DraftSchedule),
})
