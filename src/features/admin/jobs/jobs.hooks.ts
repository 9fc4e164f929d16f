import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { getJobs, type JobState, removeJob, retryFailedJobs, retryJob } from './jobs.contract.ts'

export interface JobsPart {
  state: JobState
  task: string | undefined
  page: number
}

const refreshMs = 5000

/** Loads and polls a page of jobs. */
export const useJobs = (part: JobsPart) =>
  useQuery({
    ...queryOf(getJobs, { query: part }),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })

/** Returns the actions on jobs. Each refetches the list. */
export function useJobActions() {
  const refetch = useRefetch(getJobs)
  return {
    retry: (id: number) => call(retryJob, { params: { id } }).finally(refetch),
    remove: (id: number) => call(removeJob, { params: { id } }).finally(refetch),
    retryFailed: (task: string | undefined) =>
      call(retryFailedJobs, { body: task === undefined ? {} : { task } }).finally(refetch),
  }
}
