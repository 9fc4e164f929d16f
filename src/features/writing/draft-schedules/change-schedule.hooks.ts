import { useQueryClient } from '@tanstack/react-query'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { call } from '#web/call.ts'
import { cancelSchedule, scheduleDraft, type ScheduleInput } from './draft-schedules.contract.ts'
import { scheduleQuery } from './draft-schedules.hooks.ts'

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
