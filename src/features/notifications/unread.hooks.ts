import { countQuery, useCount } from '#web/use-count.ts'
import { UnreadCount, unreadCountPath } from './unread.contract.ts'

export const unreadQuery = countQuery(unreadCountPath, UnreadCount)

/** How many entries the member who is signed in here has not read. */
export const useUnreadCount = (): number => useCount(unreadQuery)
