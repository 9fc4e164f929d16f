import { queryOf } from '#web/call.ts'
import { useCount } from '#web/use-count.ts'
import { getUnreadCount } from './unread.contract.ts'

export const unreadQuery = queryOf(getUnreadCount, {})

/** Returns the signed-in member's number of unread notifications. */
export const useUnreadCount = (): number => useCount(unreadQuery)
