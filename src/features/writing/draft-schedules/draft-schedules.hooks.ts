import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getSchedule } from './schedule-state.contract.ts'

export const scheduleQuery = (key: string) => queryOf(getSchedule, { params: { key } })
const laterMs = 3_600_000
const againMs = 3000

/** Returns when the draft will be published. Refetches once that time has come; the error then shows that the draft was
 *  published. @param key null for a draft that is not saved yet */
export function useSchedule(key: string | null) {
  const { data, error } = useQuery({
    ...scheduleQuery(key ?? ''),
    enabled: key !== null,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      const schedule = state.data
      if (!schedule || schedule.failure !== null || state.error) return false
      return Math.min(Math.max(Date.parse(schedule.publishAt) - Date.now(), 0) + againMs, laterMs)
    },
  })
  return { schedule: error ? null : (data ?? null), error }
}
