import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'

/** A livestream's summary. Kept separate from the full contract to keep the home page small. */
export const AnnouncedLivestream = z.object({
  id: Id,
  title: z.string(),
  status: z.string(),
  /** The announced start. */
  scheduledAt: z.nullable(z.iso.datetime()),
  user: PublicAuthor,
})
export type AnnouncedLivestream = z.infer<typeof AnnouncedLivestream>

/** `listPublicLivestreams`, with only the fields that the home page shows. */
export const getAnnouncedLivestreams = endpoint('GET /api/livestreams', {
  summary: 'List public livestreams',
  access: 'anyone',
  answer: z.array(AnnouncedLivestream),
})

/** Returns whether the livestream has not started and its announced start is in the future. */
export const isUpcoming = (
  { status, scheduledAt }: Pick<AnnouncedLivestream, 'status' | 'scheduledAt'>,
  nowMs: number,
): boolean => status !== 'active' && scheduledAt !== null && Date.parse(scheduledAt) > nowMs

/** Maximum number of livestreams shown next to a feed. */
export const maxAnnounced = 2
