import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canEditPost } from '#features/writing/posts/posts.contract.ts'
import {
  discardDraft,
  type Draft,
  type DraftInput,
  getDraft,
  getDrafts,
  isSameText,
  maxDrafts,
  putDraft,
} from './drafts.contract.ts'
import { findDraft, findDraftOfPost, findNamed, listDrafts, removeDraft, saveDraft } from './drafts.store.ts'

/** Drafts are visible only to their author; everyone else gets 404. */
export const draftRoutes = [
  implement(getDrafts, async ({ member, ctx }) => ({ drafts: await listDrafts(ctx.db, member.id) })),
  implement(getDraft, async ({ params: { key }, member, ctx }) => {
    const { published } = await findNamed(ctx.db, member.id, key, { postId: null, categoryId: null })
    if (published) throw alreadyPublished(published.postId)
    return found(await findDraft(ctx.db, member.id, key), 'Draft')
  }),
  implement(putDraft, ({ params: { key }, body, member, ctx }) => save(ctx, member, key, body)),
  implement(discardDraft, async ({ params: { key }, member, ctx }) => {
    await removeDraft(ctx.db, member.id, key)
    return null
  }),
]

async function save(ctx: Context, member: Member, key: string, given: DraftInput): Promise<Draft> {
  const input = await storable(ctx, member, key, given)
  const saved = await saveDraft(ctx.db, member.id, key, input)
  if (saved) return notPublished(ctx, member, saved)
  const present = await findDraft(ctx.db, member.id, key)
  if (present && isSameText(present, input)) return present
  const now = await storable(ctx, member, key, input) // it may have been published in the meantime, or its post deleted
  if (now.postId !== input.postId) return save(ctx, member, key, now)
  if (present) throw conflict(t('This draft has been changed in another window.'), present)
  const other = input.postId === null ? null : await findDraftOfPost(ctx.db, member.id, input.postId)
  if (other) throw conflict(t('There is another draft of this article.'), other)
  throw new AppError('conflict', t('You have {maxDrafts} drafts. Discard some to save new ones.', { maxDrafts }))
}

/** Returns the draft, unless it was published while it was being saved: the article may lack the new text.
 *  @throws AppError gone */
async function notPublished({ db }: Context, member: Member, draft: Draft): Promise<Draft> {
  const { published } = await findNamed(db, member.id, draft.key, draft)
  if (published) throw alreadyPublished(published.postId)
  return draft
}

/** Returns the draft in a form that can be saved: a change to a deleted article becomes a new article.
 *  @throws AppError if it has been published, or if its article does not exist or is not editable by the member */
async function storable({ db }: Context, member: Member, key: string, input: DraftInput): Promise<DraftInput> {
  const { published, authorId, isDeleted, isCategory } = await findNamed(db, member.id, key, input)
  if (published) throw alreadyPublished(published.postId)
  if (input.postId !== null && !isDeleted) {
    const user = { id: found(authorId, 'Post') }
    allowed(canEditPost(member, { user }), t('You can only edit your own posts.'))
  }
  if (input.categoryId !== null && !isCategory) {
    const message = t('This category does not exist')
    throw new AppError('invalid_input', message, { issues: [{ path: 'categoryId', message }] })
  }
  return isDeleted ? { ...input, postId: null, baseUpdatedAt: null } : input
}

const alreadyPublished = (postId: number | null) =>
  new AppError('gone', t('This draft has been published.'), { extra: { postId } })

const conflict = (message: string, draft: Draft) => new AppError('conflict', message, { extra: { draft } })
