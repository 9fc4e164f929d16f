import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { call, queryIfThere, queryOf, useRefetch } from '#web/call.ts'
import { neverChanges } from '#web/never-changes.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { InvitationToken } from './invitation-addresses.contract.ts'
import { getInvitationTree } from './invitation-tree.contract.ts'
import {
  createInvitation,
  getInvitation,
  getInvitations,
  type NewInvitation,
  revokeInvitation,
} from './invitations.contract.ts'

/** Returns the secret of the invitation link that the visitor opened. Null on the server and while hydrating. */
export function useInvitationToken(): string | null {
  // The tabs change the URL, but keep the secret.
  const [token] = useState(tokenInUrl)
  return useSyncExternalStore(neverChanges, () => token, onServer)
}

function tokenInUrl(): string | null {
  if (typeof location === 'undefined') return null
  const { data } = InvitationToken.safeParse(new URLSearchParams(location.search).get('invite'))
  return data ?? null
}
const onServer = () => null

/** Checks the invitation link. Its data is null if the link cannot be used. Does not check it again once the visitor has
 *  registered, because their own registration may have used it up. */
export function useInvitation(token: string | null) {
  const isSignedIn = useSignedIn()
  return useQuery({
    ...queryIfThere(getInvitation, { params: { token: token ?? '' } }),
    enabled: token !== null && !isSignedIn,
    staleTime: Infinity,
  })
}

export const useInvitations = (page: number) =>
  useQuery({
    ...queryOf(getInvitations, { query: { page, limit: 20 } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

export const useInvitationTree = (q: string | undefined) =>
  useQuery({
    ...queryOf(getInvitationTree, { query: { q } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Returns a function that creates an invitation link. @returns its secret, which the server cannot show again */
export function useCreateInvitation() {
  const refetch = useRefetch(getInvitations)
  return async (body: NewInvitation): Promise<string> => {
    const { token } = await call(createInvitation, { body })
    void refetch()
    return token
  }
}

export function useRevokeInvitation() {
  const refetch = useRefetch(getInvitations)
  return (id: number) => call(revokeInvitation, { params: { id } }).finally(() => void refetch())
}
