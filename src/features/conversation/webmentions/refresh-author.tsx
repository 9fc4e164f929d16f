import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { showToast } from '#ui/toasts.ts'
import type { Webmention } from './webmentions.contract.ts'
import { useBlueskyRefresh } from './webmentions.hooks.ts'

/** Refreshes a profile and shows the result. */
function useRefresh(postId: number) {
  const { mutateAsync, isPending } = useBlueskyRefresh(postId)
  async function refresh(id: number) {
    try {
      const { updatedWebmention } = await mutateAsync(id)
      showToast({
        title: t('Profile updated'),
        description: t('The author is now shown as {sourceAuthor}.', { sourceAuthor: updatedWebmention.sourceAuthor }),
        variant: 'success',
      })
    } catch {
      showToast({
        title: t('Update failed'),
        description: t('Could not refresh user profile information'),
        variant: 'error',
      })
    }
  }
  return { isPending, refresh: (id: number) => void refresh(id) }
}

/** Lets members refresh a Bluesky author's profile. */
export function RefreshAuthor({ postId, mention }: { postId: number; mention: Webmention }) {
  const { isPending, refresh } = useRefresh(postId)
  if (!useViewer() || !mention.isOnBluesky) return null
  return (
    <IconButton
      icon="refresh-cw"
      size="s"
      className="webmention-refresh"
      label={t('Refresh profile of {sourceAuthor}', { sourceAuthor: mention.sourceAuthor })}
      busy={isPending}
      onClick={() => refresh(mention.id)}
    />
  )
}

/** A menu that lets members refresh the profile of one of several Bluesky authors. */
export function RefreshAuthors({ postId, mentions }: { postId: number; mentions: Webmention[] }) {
  const { refresh } = useRefresh(postId)
  const onBluesky = mentions.filter(({ isOnBluesky }) => isOnBluesky)
  if (!useViewer() || onBluesky.length === 0) return null
  return (
    <Menu label={t('Refresh profiles')} icon="refresh-cw">
      {onBluesky.map(({ id, sourceAuthor }) => (
        <MenuItem key={id} onSelect={() => refresh(id)}>
          {t('Refresh {sourceAuthor}', { sourceAuthor })}
        </MenuItem>
      ))}
    </Menu>
  )
}
