import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { getSuspensions, liftSuspension, suspendMember } from './suspensions.contract.ts'

/** A page of the suspended members, for administrators. */
export const useSuspensions = (page: number) =>
  useQuery({
    ...queryOf(getSuspensions, { query: { page } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Suspends a member. Nearly everything on a page may be theirs: all of it is read again. */
export function useSuspend(): (memberId: number, reason: string) => Promise<void> {
  const cache = useQueryClient()
  return async (memberId, reason) => {
    const suspended = call(suspendMember, { params: { id: memberId }, body: { reason } })
    await suspended.finally(() => void cache.invalidateQueries())
  }
}

/** Takes a suspension back. */
export function useLiftSuspension(): (memberId: number) => Promise<void> {
  const cache = useQueryClient()
  return async (memberId) => {
    await call(liftSuspension, { params: { id: memberId } }).finally(() => void cache.invalidateQueries())
  }
}
