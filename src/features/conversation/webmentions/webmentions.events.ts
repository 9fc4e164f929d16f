import { event } from '#kernel/event.ts'

/** A webmention appeared on a post for the first time. */
export const mentionPublished = event<{ postId: number }>('mention.published')
