import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { getSuspensions, liftSuspension, suspendMember } from './suspensions.contract.ts'

/** Loads a page of suspended members, for administrators. */
export const useSuspensions = (page: number) =>
  useQuery({
    ...queryOf(getSuspensions, { query: { page } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Returns a function that suspends a member and refetches all data, because almost any of it may be the member's. */
export function useSuspend(): (memberId: number, reason: string) => Promise<void> {
  const cache = useQueryClient()
  return async (memberId, reason) => {
    const suspended = call(suspendMember, { params: { id: memberId }, body: { reason } })
    await suspended.finally(() => void cache.invalidateQueries())
  }
}

/** Returns a function that lifts a suspension and refetches all data. */
export function useLiftSuspension(): (memberId: number) => Promise<void> {
  const cache = useQueryClient()
  return async (memberId) => {
    await call(liftSuspension, { params: { id: memberId } }).finally(() => void cache.invalidateQueries())
  }
}
