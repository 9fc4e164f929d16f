import { t } from '#messages/messages.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { AdminScreenLinks } from '../admin/admin-screens.tsx'
import { MessagesLink } from '../admin/messages-link.tsx'

/** Links to the screens for administrators. */
export function AdminScreens() {
  const viewer = useViewer()
  return (
    <nav aria-label={t('Administration')} className="row">
      <ButtonLink icon="message-square" href={adminCommentsAddress.href()}>
        {t('Comments')}
      </ButtonLink>
      {viewer && <MessagesLink viewer={viewer} />}
      <AdminScreenLinks viewer={{ role: 'admin' }} />
    </nav>
  )
}
