import * as z from 'zod/mini'

export const unreadCountPath = '/api/notifications/unread-count'

/** How many entries the member has not read. */
export const UnreadCount = z.object({ count: z.int().check(z.gte(0)) })
export type UnreadCount = z.infer<typeof UnreadCount>
