import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'
import { mePath, PublicAuthor } from '#features/profiles/profiles.contract.ts'
import { livestreamHref, livestreamPath } from './livestreams.contract.ts'

export const recordingsPath = (livestreamId: number | ':id') => `${livestreamPath(livestreamId)}/recordings` as const
export const recordingPath = (livestreamId: number | ':id', id: number | ':recordingId') =>
  `${recordingsPath(livestreamId)}/${id}` as const
export const myRecordingsPath = `${mePath}/recordings` as const
/** The page where it is watched. */
export const recordingHref = ({ livestreamId, id }: Pick<Recording, 'livestreamId' | 'id'>) =>
  `${livestreamHref(livestreamId)}/recording/${id}`

/** What was broadcast and can be watched again. `title`: the livestream's at that time, `description`: as it is now.
 *  `startedAt`: when its first picture was taken. `playbackUrl`: the HLS playlist; null when it is with a provider that the
 *  site no longer uses. */
export const Recording = z.object({
  id: Id,
  livestreamId: Id,
  title: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  startedAt: z.iso.datetime(),
  seconds: z.number().check(z.gte(0)),
  playbackUrl: z.nullable(z.string()),
  user: PublicAuthor,
})
export type Recording = z.infer<typeof Recording>
/** The newest first. */
export const RecordingList = z.array(Recording)

export const notYoursToDeleteRecording = 'You can only delete recordings of your own.'
