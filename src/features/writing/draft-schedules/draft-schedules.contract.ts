import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'
import { DraftKey, DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { TimeZone } from '#schemas/time-zones.contract.ts'

const maxYearsAhead = 5

/** Returns why an article cannot be published at this time; null if it can. */
export function timeFault(publishAt: Date, now: Date): string | null {
  if (publishAt <= now) return t('This time has passed. Choose a time in the future.')
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + maxYearsAhead)
  return publishAt > latest ? t('Choose a time within the next {maxYearsAhead} years.', { maxYearsAhead }) : null
}

export const ScheduleInput = z.object({
  publishAt: z.iso.datetime({ offset: true, error: 'publishAt must be an ISO 8601 time' }),
  timeZone: TimeZone,
})
export type ScheduleInput = z.infer<typeof ScheduleInput>

/** Formats a time in its zone: 'Tue, Dec 1, 2026, 9:00 AM (Europe/Berlin)'. */
export const scheduleText = ({ publishAt, timeZone }: Pick<DraftSchedule, 'publishAt' | 'timeZone'>): string =>
  `${new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
    .format(new Date(publishAt))
    .replaceAll('\u202f', ' ')} (${timeZone})`

const ofDraft = { access: 'member', params: { key: DraftKey } } as const
const limits = [perMember('draft schedules', 120, 600)]

/** 400 with the errors by field if the draft could not be published as it is; 410 with `postId` if it has been published. */
export const scheduleDraft = endpoint('PUT /api/drafts/:key/schedule', {
  summary: 'Schedule a new article, or change its publication time',
  ...ofDraft,
  access: 'writer',
  body: ScheduleInput,
  answer: DraftSchedule,
  limits,
})
/** 410 with `postId` if it has been published. */
export const cancelSchedule = endpoint('DELETE /api/drafts/:key/schedule', {
  summary: 'Unschedule a draft',
  ...ofDraft,
  answer: z.null(),
  limits,
})
