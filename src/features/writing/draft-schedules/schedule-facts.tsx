import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { rich } from '#messages/rich.ts'
import { scheduleText } from './draft-schedules.contract.ts'

/** When a draft will be published, or why it was not. */
export function ScheduleFacts({ schedule }: { schedule: DraftSchedule }) {
  const { failure, publishAt } = schedule
  const time = <time dateTime={publishAt}>{scheduleText(schedule)}</time>
  return failure === null
    ? rich('Scheduled for {time}', { time })
    : rich('Couldn’t be published on {time}: {failure}', { time, failure })
}
