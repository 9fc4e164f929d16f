import { countQuery, useCount } from '#web/use-count.ts'
import { getUnreadCount } from './unread.contract.ts'

export const unreadQuery = countQuery(getUnreadCount.path, getUnreadCount.answer)

/** How many entries the member who is signed in here has not read. */
export const useUnreadCount = (): number => useCount(unreadQuery)
