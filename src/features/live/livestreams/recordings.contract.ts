import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { recordingAddress } from './livestream-addresses.contract.ts'
import { livestreamChangeLimits } from './livestreams.contract.ts'

/** Returns the path of the recording's page. */
export const recordingHref = ({ livestreamId, id }: Pick<Recording, 'livestreamId' | 'id'>) =>
  recordingAddress.href({ id: livestreamId, recordingId: id })

/** A recording of a broadcast. `title`: the livestream's title at that time; `description`: its current description.
 *  `startedAt`: when its first frame was captured. `playbackUrl`: the HLS playlist; null if the site no longer uses its
 *  provider. */
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
/** Newest first. */
export const RecordingList = z.array(Recording)

const ofRecording = { params: { id: IdText, recordingId: IdText } } as const

export const listLivestreamRecordings = endpoint('GET /api/livestreams/:id/recordings', {
  summary: 'List a livestream’s recordings',
  access: 'anyone',
  params: { id: IdText },
  answer: RecordingList,
  reads: ['livestreams', 'members'],
  isCached: true,
  isPersonal: true,
})
export const listOwnRecordings = endpoint('GET /api/users/me/recordings', {
  summary: 'List the recordings of your livestreams',
  access: 'member',
  answer: RecordingList,
})
export const getRecording = endpoint('GET /api/livestreams/:id/recordings/:recordingId', {
  summary: 'Get a recording',
  ...ofRecording,
  access: 'anyone',
  answer: Recording,
})
export const deleteRecording = endpoint('DELETE /api/livestreams/:id/recordings/:recordingId', {
  summary: 'Delete a recording',
  ...ofRecording,
  access: 'member',
  answer: z.null(),
  limits: livestreamChangeLimits,
  changes: ['livestreams', 'removals'],
})

export const notYoursToDeleteRecording = () => t('You can only delete your own recordings.')
