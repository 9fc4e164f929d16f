import { useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { deletePolicyReports, getPolicyReports } from './policy-reports.contract.ts'

/** Loads the violations of the Content Security Policy, for administrators. */
export const usePolicyReports = () => useQuery({ ...queryOf(getPolicyReports, {}), refetchOnMount: 'always' })

/** Returns a function that deletes all reports. */
export function useDeletePolicyReports(): () => Promise<unknown> {
  const refetch = useRefetch(getPolicyReports)
  return () => call(deletePolicyReports, {}).finally(refetch)
}
