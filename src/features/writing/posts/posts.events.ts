import { event } from '#kernel/event.ts'
import type { Post } from './posts.contract.ts'

export const postPublished = event<{ post: Post }>('post.published')
export const postChanged = event<{ before: Post; post: Post }>('post.changed')
export const postDeleted = event<{ post: Post }>('post.deleted')
/** A post was rendered outside of a request: by a newer version of the renderer, or as demo content. */
export const postRendered = event<{ id: number; content: string }>('post.rendered')
