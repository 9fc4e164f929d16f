import { event } from '#kernel/event.ts'
import type { Member } from '#kernel/http.ts'
import type { Rendered } from '#kernel/markdown/markdown.ts'
import type { ImportedHistory } from './imported-history.contract.ts'
import type { Post } from './posts.contract.ts'
import type { NewPost } from './new-posts.contract.ts'

/** A post was created or edited, but has not been read back for the response yet. Used to save data that is part of the
 *  post. */
export const postSaved = event<SavedPost>('post.saved')
/** `key`: the idempotency key, which is the draft's key if there was a draft; null if the request had none. */
export const postPublished = event<{ post: Post; key: string | null }>('post.published')
export const postChanged = event<{ before: Post; post: Post }>('post.changed')
export const postDeleted = event<{ post: Post }>('post.deleted')
/** A post was rendered outside a request: by a newer version of the renderer, or as demo content. */
export const postRendered = event<{ id: number; content: string; hashtags: string[] }>('post.rendered')
/** A member is importing a post under an id that is reserved for it. */
export const postImported = event<ImportedPost>('post.imported')

/** A scheduled article is due. It is published in this event's transaction, unless the member has already used the
 *  key. */
export const postDue = event<DuePost>('post.due')

export interface SavedPost {
  id: number
  input: NewPost
  rendered: Pick<Rendered, 'hashtags'>
  /** True if the post was just created, so there are no tags or series to remove. */
  isNew: boolean
}

export interface DuePost {
  member: Member
  /** The draft's key. */
  key: string
  input: NewPost
  rendered: Rendered
}

export interface ImportedPost {
  member: Member
  id: number
  createdAt: Date
  input: NewPost
  rendered: Rendered
  /** The post's edits on the other site, if they are known. */
  history: ImportedHistory | null
}
