import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { getJobs, type JobState, removeJob, retryFailedJobs, retryJob } from './jobs.contract.ts'

export interface JobsPart {
  state: JobState
  task: string | undefined
  page: number
}

const refreshMs = 5000

/** A page of the jobs, read again while it is looked at. */
export const useJobs = (part: JobsPart) =>
  useQuery({
    ...queryOf(getJobs, { query: part }),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })

/** What administrators do about jobs; the list is read again after each. */
export function useJobActions() {
  const again = useRefetch(getJobs)
  return {
    retry: (id: number) => call(retryJob, { params: { id } }).finally(again),
    remove: (id: number) => call(removeJob, { params: { id } }).finally(again),
    retryFailed: (task: string | undefined) =>
      call(retryFailedJobs, { body: task === undefined ? {} : { task } }).finally(again),
  }
}
