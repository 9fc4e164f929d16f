import { countQuery, useCount } from '#web/use-count.ts'
import { PendingCount, pendingCountPath } from './pending-count.contract.ts'

const pendingQuery = countQuery(pendingCountPath, PendingCount)

/** How many comments wait for the member who is signed in here. */
export const usePendingCount = (): number => useCount(pendingQuery)
