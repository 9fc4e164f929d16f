import { t } from '#messages/messages.ts'
import { cutText, livestreamImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { descriptionLength, type Head } from '../page.ts'

/** Returns the metadata for a livestream's page. */
export const livestreamHead = (stream: Livestream, siteName: string): Head => {
  const { id, title, description, user, startedAt, createdAt } = stream
  return {
    title,
    description: cutText(
      description.replaceAll(/\s+/g, ' ') || t('A live stream by {name}.', { name: user.displayName }),
      descriptionLength,
    ),
    type: 'video.other',
    canonicalPath: livestreamAddress.href({ id }),
    publishedAt: startedAt ?? createdAt,
    authorPath: profileAddress.href({ username: user.username }),
    isEmbeddable: true,
    card: livestreamImageLink(stream, siteName),
  }
}
