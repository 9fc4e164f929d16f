import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Nothing, read, send } from '#web/api.ts'
import { JobList, jobPath, jobsPath, type JobState, Retried, retryFailedPath, retryPath } from './jobs.contract.ts'

export interface JobsPart {
  state: JobState
  task: string | undefined
  page: number
}

const refreshMs = 5000

/** A page of the jobs, read again while it is looked at. */
export const useJobs = (part: JobsPart) =>
  useQuery({
    ...read(jobsPath, JobList, { ...part }),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })

/** What administrators do about jobs; the list is read again after each. */
export function useJobWishes() {
  const cache = useQueryClient()
  const again = () => cache.invalidateQueries({ queryKey: [jobsPath] })
  return {
    retry: (id: number) => send('POST', retryPath(id), Retried).finally(again),
    remove: (id: number) => send('DELETE', jobPath(id), Nothing).finally(again),
    retryFailed: (task: string | undefined) => send('POST', retryFailedPath, Retried, { task }).finally(again),
  }
}
