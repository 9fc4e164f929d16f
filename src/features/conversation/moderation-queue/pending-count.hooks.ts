import { queryOf } from '#web/call.ts'
import { useCount } from '#web/use-count.ts'
import { getPendingCount } from './pending-count.contract.ts'

const pendingQuery = queryOf(getPendingCount, {})

/** Returns the number of pending items that the signed-in member moderates. */
export const usePendingCount = (): number => useCount(pendingQuery)
