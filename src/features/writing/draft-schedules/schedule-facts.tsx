import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { scheduleText } from './draft-schedules.contract.ts'

/** When a draft will be published, or why it was not. */
export const ScheduleFacts = ({ schedule }: { schedule: DraftSchedule }) =>
  schedule.failure === null ? (
    <>
      Scheduled for <time dateTime={schedule.publishAt}>{scheduleText(schedule)}</time>
    </>
  ) : (
    <>
      Couldn’t be published on <time dateTime={schedule.publishAt}>{scheduleText(schedule)}</time>: {schedule.failure}
    </>
  )
