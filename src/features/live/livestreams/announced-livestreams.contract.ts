import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'

/** A stream in a few lines. Apart from the rest of what is known of streams, for the feed's page is to stay light. */
export const AnnouncedLivestream = z.object({
  id: Id,
  title: z.string(),
  status: z.string(),
  /** When it is to begin. */
  scheduledAt: z.nullable(z.iso.datetime()),
  user: PublicAuthor,
})
export type AnnouncedLivestream = z.infer<typeof AnnouncedLivestream>

/** The public livestreams, with only the fields that the home page shows. */
export const getAnnouncedLivestreams = endpoint('GET /api/livestreams', {
  summary: 'List public livestreams',
  access: 'anyone',
  answer: z.array(AnnouncedLivestream),
})

/** Whether it is still to begin, at the time that it was announced for. */
export const isUpcoming = (
  { status, scheduledAt }: Pick<AnnouncedLivestream, 'status' | 'scheduledAt'>,
  nowMs: number,
): boolean => status !== 'active' && scheduledAt !== null && Date.parse(scheduledAt) > nowMs

/** As many are shown beside a feed. */
export const maxAnnounced = 2
