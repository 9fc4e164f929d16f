import { useMutation, useQuery } from '@tanstack/react-query'
import { isRefusal } from '#web/api.ts'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { endAccountSession, getAccountSessions } from './account-sessions.contract.ts'
import { askIdentity } from './identity-client.hooks.ts'

const sessionsQuery = { ...queryOf(getAccountSessions, {}), refetchOnMount: 'always' as const }

/** Returns the member's sessions. */
export const useAccountSessions = () => useQuery(sessionsQuery)

/** Ends a session. A session that has already ended is not an error. */
export const useEndSession = () => useEnding((id: string) => endSession(id))

/** Ends all other sessions through the provider's own API, which works even if the provider does not list sessions. */
export const useEndOtherSessions = () => useEnding(() => endOtherSessions())

const useEnding = <Input>(mutationFn: (input: Input) => Promise<void>) =>
  useMutation({ mutationFn, onSettled: useRefetch(getAccountSessions) })

async function endSession(id: string): Promise<void> {
  try {
    await call(endAccountSession, { params: { id } })
  } catch (reason) {
    if (!isRefusal(reason, 404)) throw reason
  }
}

async function endOtherSessions(): Promise<void> {
  const outcome = await askIdentity(async (auth) => ({ data: null, ...(await auth.signOut({ scope: 'others' })) }))
  if (!outcome.ok) throw new Error(outcome.message)
}
