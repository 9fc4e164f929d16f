import { TagLinks } from './tag-links.tsx'
import { useFollowedTags } from './tags.hooks.ts'
import { t } from '#messages/messages.ts'

/** The tags that the signed-in member follows. Renders nothing if there are none. */
export const FollowedTags = () => (
  <TagLinks label={t('Tags you follow')} names={(useFollowedTags() ?? []).map(({ name }) => name)} />
)
