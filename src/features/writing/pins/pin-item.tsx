import { t } from '#messages/messages.ts'
import { showFailure } from '#web/action.tsx'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { MenuItem } from '#ui/menu.tsx'
import { showToast } from '#ui/toasts.ts'
import { canPinPost } from './pins.contract.ts'
import { usePin } from './pins.hooks.ts'

/** Pins a post to its author's profile, or unpins it. Renders nothing for other members. */
export function PinItem({ post }: { post: Pick<Post, 'id' | 'isPinned' | 'user'> }) {
  const viewer = useViewer()
  const pin = usePin(post)
  if (!canPinPost(viewer, post.user.id)) return null
  async function toggle() {
    try {
      const { isPinned } = await pin.mutateAsync(!post.isPinned)
      showToast({ title: isPinned ? t('Pinned to your profile') : t('Unpinned'), variant: 'success' })
    } catch (reason) {
      showFailure(reason, t('Failed to change the pin. Please try again.'))
    }
  }
  return (
    <MenuItem icon={post.isPinned ? 'pin-off' : 'pin'} onSelect={() => void toggle()}>
      {post.isPinned ? t('Unpin') : t('Pin to profile')}
    </MenuItem>
  )
}
