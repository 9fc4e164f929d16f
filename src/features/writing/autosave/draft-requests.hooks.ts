import * as z from 'zod/mini'
import {
  discardDraft,
  Draft,
  DraftInput,
  getDraft,
  getDrafts,
  putDraft,
} from '#features/writing/drafts/drafts.contract.ts'
import { t } from '#messages/messages.ts'
import { Id } from '#schemas/ids.contract.ts'
import { ApiError, isRefusal, isShortEnoughToBeLast, messageOf } from '#web/api.ts'
import { call } from '#web/call.ts'
import type { AutosaveEvent } from './autosave-state.hooks.ts'

/** Saves the draft. `isLast`: the page is being unloaded; if the draft is short enough, the request outlives it.
 *  @throws ApiError */
export async function saveDraft(key: string, input: DraftInput, isLast: boolean): Promise<Draft> {
  const fit = DraftInput.safeParse(input)
  if (!fit.success) throw new ApiError(400, JSON.stringify({ message: fit.error.issues[0]?.message }))
  const keepalive = isLast && isShortEnoughToBeLast(input)
  return call(putDraft, { params: { key }, body: input }, { keepalive })
}

/** Discards the draft. Ignores failures, because a draft that is left over has the same text as the article. */
export const tryToDiscard = (key: string): Promise<unknown> =>
  call(discardDraft, { params: { key } }).catch(() => undefined)

/** Returns the member's draft of the article; null if they have none. @throws ApiError */
export async function findDraftOf(postId: number): Promise<Draft | null> {
  const { drafts } = await call(getDrafts, {})
  const found = drafts.find((draft) => draft.postId === postId)
  return found ? call(getDraft, { params: { key: found.key } }).catch(nullIfGone) : null
}

function nullIfGone(reason: unknown): null {
  if (isRefusal(reason, 404) || isRefusal(reason, 410)) return null
  throw reason
}

const EditConflictBody = z.object({ draft: Draft })
const PublishedBody = z.object({ postId: z.nullable(Id) })

/** Returns the id of the post that the draft was published as, read from the error; null if the post has been deleted,
 *  undefined if the draft was not published. */
export function publishedPostId(reason: unknown): number | null | undefined {
  if (!isRefusal(reason, 410)) return undefined
  return PublishedBody.safeParse(JSON.parse(reason.body)).data?.postId ?? null
}

/** Returns the event for a failed save. */
export function failureEventOf(reason: unknown, at: number): AutosaveEvent {
  if (!(reason instanceof ApiError) || reason.status >= 500) return { type: 'failed', cause: 'offline', at }
  if (reason.status === 401) return { type: 'failed', cause: 'signed-out', at }
  if (reason.status === 429) return { type: 'failed', cause: 'busy', at }
  if (reason.status === 404) return { type: 'orphaned', at }
  const postId = publishedPostId(reason)
  if (postId !== undefined) return { type: 'published', postId }
  const conflict = reason.status === 409 ? EditConflictBody.safeParse(JSON.parse(reason.body)) : null
  if (conflict?.success) return { type: 'conflicted', theirs: conflict.data.draft, at }
  return { type: 'refused', message: messageOf(reason, t('rejected by the server')) }
}
