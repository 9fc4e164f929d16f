import {
  type SocialImageLink,
  cutText,
  livestreamImageLink,
} from '#features/discovery/social-images/social-images.contract.ts'
import { type Recording, recordingHref } from '#features/live/livestreams/recordings.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { t } from '#messages/messages.ts'
import { descriptionLength, type Head } from '../page.ts'

/** Returns a recording's social image, which is its livestream's. */
export const recordingCard = ({ livestreamId, title, startedAt, user }: Recording, siteName: string): SocialImageLink =>
  livestreamImageLink({ id: livestreamId, title, startedAt, scheduledAt: null, user }, siteName)

/** Returns the metadata for a recording's page. */
export const recordingHead = (recording: Recording, siteName: string): Head => ({
  title: recording.title,
  description: cutText(
    recording.description.replaceAll(/\s+/g, ' ') ||
      t('A recorded live stream by {author}.', { author: recording.user.displayName }),
    descriptionLength,
  ),
  type: 'video.other',
  canonicalPath: recordingHref(recording),
  publishedAt: recording.startedAt,
  authorPath: profileAddress.href({ username: recording.user.username }),
  card: recordingCard(recording, siteName),
})
