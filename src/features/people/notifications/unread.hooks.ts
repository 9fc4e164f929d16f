import type { QueryClient } from '@tanstack/react-query'
import { isSignedIn } from '#web/session.ts'
import { queryOf } from '#web/call.ts'
import { useCount } from '#web/use-count.ts'
import { getUnreadCount } from './unread.contract.ts'

export const unreadQuery = queryOf(getUnreadCount, {})

/** Returns the signed-in member's number of unread notifications. */
export const useUnreadCount = (): number => useCount(unreadQuery)

/** Returns the number of unread notifications, as far as it is known. */
export const unreadCountIn = (cache: QueryClient): number =>
  isSignedIn() ? (cache.getQueryData(unreadQuery.queryKey)?.count ?? 0) : 0
