import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Nothing, read, send } from '#web/api.ts'
import { Suspension, SuspensionList, suspensionPath, suspensionsPath } from './suspensions.contract.ts'

/** A page of the suspended members, for administrators. */
export const useSuspensions = (page: number) =>
  useQuery({
    ...read(suspensionsPath, SuspensionList, { page }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Suspends a member. Nearly everything on a page may be theirs: all of it is read again. */
export function useSuspend(): (memberId: number, reason: string) => Promise<void> {
  const cache = useQueryClient()
  return async (memberId, reason) => {
    await send('PUT', suspensionPath(memberId), Suspension, { reason }).finally(() => void cache.invalidateQueries())
  }
}

/** Takes a suspension back. */
export function useLiftSuspension(): (memberId: number) => Promise<void> {
  const cache = useQueryClient()
  return async (memberId) => {
    await send('DELETE', suspensionPath(memberId), Nothing).finally(() => void cache.invalidateQueries())
  }
}
