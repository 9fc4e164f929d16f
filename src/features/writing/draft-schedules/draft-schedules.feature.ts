import { toAppError } from '#kernel/errors.ts'
import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { draftImported } from '#features/writing/drafts/drafts.events.ts'
import { timeFault } from './draft-schedules.contract.ts'
import { articleOf } from './schedule-state.contract.ts'
import { draftSchedulesArchive } from './draft-schedules-archive.store.ts'
import { draftScheduleRoutes } from './draft-schedules.routes.ts'
import { saveSchedule } from './draft-schedules.store.ts'
import { publishDue, scheduleWorkers } from './publish-due.ts'

export const draftSchedulesFeature = feature('draft-schedules', {
  section: 'blog',
  routes: draftScheduleRoutes,
  workers: scheduleWorkers,
  archive: draftSchedulesArchive,
  on: [
    on(draftImported, async ({ db, clock }, { memberId, key, input, schedule }) => {
      if (!schedule || input.postId !== null || timeFault(schedule.publishAt, new Date(clock.now())) !== null) return
      const { error } = articleOf(input)
      await saveSchedule(db, memberId, key, { ...schedule, failure: error ? toAppError(error).message : null })
      if (!error) await publishDue.enqueue(db, { memberId, key }, { runAt: schedule.publishAt })
    }),
  ],
})
