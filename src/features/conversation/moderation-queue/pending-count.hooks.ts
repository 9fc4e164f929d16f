import { queryOf } from '#web/call.ts'
import { useCount } from '#web/use-count.ts'
import { getPendingCount } from './pending-count.contract.ts'

const pendingQuery = queryOf(getPendingCount, {})

/** How many comments wait for the member who is signed in here. */
export const usePendingCount = (): number => useCount(pendingQuery)
