import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getUnsentMails, type UnsentMailStatus } from './unsent-mails.contract.ts'

/** Returns one page of unsent emails, for administrators. */
export const useUnsentMails = (part: { status: UnsentMailStatus; page: number }) =>
  useQuery({
    ...queryOf(getUnsentMails, { query: part }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
