import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { read, send } from '#web/api.ts'
import { RecoveryLink, recoveryLinksPath } from './accounts.contract.ts'
import { UnsentMailList, unsentMailsPath, type UnsentMailStatus } from './unsent-mails.contract.ts'

/** A page of unsent emails, for administrators. */
export const useUnsentMails = (part: { status: UnsentMailStatus; page: number }) =>
  useQuery({
    ...read(unsentMailsPath, UnsentMailList, { ...part }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Creates a password reset link for the member and refetches the list. */
export function useMakeRecoveryLink(): (username: string) => Promise<string> {
  const cache = useQueryClient()
  return async (username) => {
    const made = send('POST', recoveryLinksPath, RecoveryLink, { username })
    return (await made.finally(() => void cache.invalidateQueries({ queryKey: [unsentMailsPath] }))).link
  }
}
