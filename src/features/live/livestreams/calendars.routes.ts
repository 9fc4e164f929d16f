import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { livestreamAddress } from './livestream-addresses.contract.ts'
import { calendar, type CalendarEvent } from './calendar.ts'
import { getLivestreamCalendar, getUpcomingCalendar } from './livestreams.contract.ts'
import { findLivestream, type LivestreamRow, listUpcoming } from './livestreams.store.ts'

export const calendarRoutes = [
  implement(getUpcomingCalendar, async ({ ctx }) => {
    const events = (await listUpcoming(ctx.db, ctx.clock.now())).flatMap((row) => eventOf(ctx, row) ?? [])
    return answer('livestreams.ics', calendar(`${ctx.site.name}: livestreams`, events))
  }),
  implement(getLivestreamCalendar, async ({ params: { id }, ctx }) => {
    const row = await findLivestream(ctx.db, id)
    const event = found(row?.isPublic ? eventOf(ctx, row) : null, 'Livestream')
    return answer(`livestream-${id}.ics`, calendar(event.title, [event]))
  }),
]

/** Returns null if the livestream is not scheduled. */
function eventOf({ siteUrl }: Context, row: LivestreamRow): CalendarEvent | null {
  if (!row.scheduledAt) return null
  return {
    uid: `livestream-${row.id}@${new URL(siteUrl).hostname}`,
    startsAt: row.scheduledAt,
    changedAt: row.updatedAt,
    title: row.title,
    description: row.description,
    url: siteUrl + livestreamAddress.href({ id: row.id }),
  }
}

const answer = (fileName: string, text: string) =>
  new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': publicUntilRemoved(60),
    },
  })
