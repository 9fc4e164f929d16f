import { queryOf } from '#web/call.ts'
import { useCount } from '#web/use-count.ts'
import { getUnreadCount } from './unread.contract.ts'

export const unreadQuery = queryOf(getUnreadCount, {})

/** How many entries the member who is signed in here has not read. */
export const useUnreadCount = (): number => useCount(unreadQuery)
