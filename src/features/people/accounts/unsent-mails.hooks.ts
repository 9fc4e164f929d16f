import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { createRecoveryLink } from './accounts.contract.ts'
import { getUnsentMails, type UnsentMailStatus } from './unsent-mails.contract.ts'

/** Returns one page of unsent emails, for administrators. */
export const useUnsentMails = (part: { status: UnsentMailStatus; page: number }) =>
  useQuery({
    ...queryOf(getUnsentMails, { query: part }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Creates a password reset link for the member and refetches the list. */
export function useMakeRecoveryLink(): (username: string) => Promise<string> {
  const refetch = useRefetch(getUnsentMails)
  return async (username) => {
    const made = call(createRecoveryLink, { body: { username } })
    return (await made.finally(() => void refetch())).link
  }
}
