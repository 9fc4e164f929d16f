import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import type { Rendered } from '#kernel/markdown/markdown.ts'
import { noDetails } from './article-details.contract.ts'
import { saveDetails } from './article-details.store.ts'
import { coverOf } from './covers.ts'
import type { Cover, Post } from './posts.contract.ts'
import type { NewPost } from './new-posts.contract.ts'
import { type DuePost, postPublished, postSaved } from './posts.events.ts'
import { createPost, createPostOnce, findPost } from './posts.store.ts'

interface PublishedPost {
  member: Member
  /** The idempotency key, or null. */
  key: string | null
  input: NewPost
  rendered: Rendered
  cover: Cover | null
  /** Rejects a chosen slug that is taken instead of adding a number to it. */
  isExact: boolean
}

/** Creates the post, saves its details, and emits its events, in `db`'s transaction.
 *  @returns the post; null if the member has used the key @throws AppError invalid_input, suspended */
export async function publishIn(
  db: Transaction<unknown>,
  { emit }: Pick<Context, 'emit'>,
  { member, key, input, rendered, cover, isExact }: PublishedPost,
): Promise<Post | null> {
  const inserted =
    key === null
      ? await createPost(db, member, input, rendered)
      : await createPostOnce(db, member, key, input, rendered)
  if (inserted === null) return null
  const { id } = inserted
  await saveDetails(db, id, { ...input, cover }, { isExact, isNew: true })
  await emit(db, postSaved, { id, input, rendered, isNew: true })
  const post = hasOnlyText(input, rendered) ? inserted.withOnlyText : found(await findPost(db, id, member), 'Post')
  await emit(db, postPublished, { post, key })
  return post
}

/** Whether the post is complete once its text is inserted, like most short posts: it has no details, tags, or series. */
const hasOnlyText = (input: NewPost, { hashtags }: Rendered): boolean =>
  !input.isLongForm && hashtags.length === 0 && isDeepStrictEqual({ ...input, ...noDetails }, input)

/** Publishes a scheduled article. If its slug was taken in the meantime, it gets a number, because no one is there to
 *  choose another. */
export async function publishDuePost(
  { db, emit, markdown }: Pick<Context, 'emit' | 'markdown'> & { db: Transaction<unknown> },
  due: DuePost,
): Promise<void> {
  const cover = await coverOf({ markdown }, due.input.cover)
  await publishIn(db, { emit }, { ...due, cover, isExact: false })
}
