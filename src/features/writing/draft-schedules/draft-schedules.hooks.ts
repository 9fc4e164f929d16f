import { useQuery, useQueryClient } from '@tanstack/react-query'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { call, queryOf } from '#web/call.ts'
import { cancelSchedule, getSchedule, scheduleDraft, type ScheduleInput } from './draft-schedules.contract.ts'

const scheduleQuery = (key: string) => queryOf(getSchedule, { params: { key } })
const laterMs = 3_600_000
const againMs = 3000

/** Returns when the draft will be published. Fetches it again once that time has come; the error is then the answer for
 *  a published draft. @param key null for a draft that is not saved yet */
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

/** Returns functions that schedule a draft and cancel its schedule. */
export function useChangeSchedule(key: string) {
  const cache = useQueryClient()
  const refetch = () => Promise.all([cache.invalidateQueries(scheduleQuery(key)), cache.invalidateQueries(draftsQuery)])
  return {
    schedule: async (body: ScheduleInput) => {
      await call(scheduleDraft, { params: { key }, body })
      await refetch()
    },
    cancel: async () => {
      await call(cancelSchedule, { params: { key } })
      await refetch()
    },
  }
}
