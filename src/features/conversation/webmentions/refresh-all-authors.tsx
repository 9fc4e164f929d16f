import { t } from '#messages/messages.ts'
import { showFailure } from '#web/action.tsx'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { useBlueskyReset } from './webmentions.hooks.ts'

/** Lets administrators refresh the profiles of all Bluesky authors. */
export function RefreshAllAuthors() {
  const { mutateAsync, isPending } = useBlueskyReset()
  if (useViewer()?.role !== 'admin') return null
  async function refresh() {
    try {
      const { count } = await mutateAsync()
      const description = t('{count, plural, one {Refreshing # profile.} other {Refreshing # profiles.}}', { count })
      showToast({ title: t('Bluesky refresh started'), description, variant: 'success' })
    } catch (reason) {
      showFailure(reason, { title: t('Update failed'), fallback: t('Try again.') })
    }
  }
  return (
    <p>
      <Button size="s" icon="refresh-cw" busy={isPending} onClick={() => void refresh()}>
        {t('Refresh all Bluesky profiles')}
      </Button>
    </p>
  )
}
