import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { changeOwner, changeRole } from '#features/people/profiles/roles.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'
import { approveMember, declineMember } from '#features/people/registration/approvals.contract.ts'
import { call, keyOf } from '#web/call.ts'
import { endMemberSessions, getAdminMembers, type MemberFilter } from './members.contract.ts'

const membersPerPage = 30

/** Loads the list of members page by page, for administrators. */
export const useAdminMembers = (filter: MemberFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(getAdminMembers, { query: filter }),
    queryFn: ({ pageParam, signal }) =>
      call(getAdminMembers, { query: { ...filter, limit: membersPerPage, before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Returns the actions on a member. Each refetches all data, which may depend on the caller's own role. */
export function useMemberActions(id: number) {
  const cache = useQueryClient()
  const refetch = () => void cache.invalidateQueries()
  return {
    setRole: (role: Role) => call(changeRole, { params: { id }, body: { role } }).finally(refetch),
    makeOwner: () => call(changeOwner, { body: { memberId: id } }).finally(refetch),
    signOut: () => call(endMemberSessions, { params: { id } }).finally(refetch),
  }
}

/** Returns functions that approve or decline a new member. */
export function useMemberDecision(id: number) {
  const cache = useQueryClient()
  const refetch = () => void cache.invalidateQueries()
  return {
    approve: () => call(approveMember, { params: { id } }).finally(refetch),
    decline: () => call(declineMember, { params: { id } }).finally(refetch),
  }
}
