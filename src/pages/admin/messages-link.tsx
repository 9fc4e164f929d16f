import { t } from '#messages/messages.ts'
import { adminMessagesAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'

/** A link to the site owner's messages, shown only to them while the contact form is on. */
export function MessagesLink({ viewer }: { viewer: { username: string } }) {
  const { hasContactForm, ownerUsername } = useSite()
  if (!hasContactForm || viewer.username !== ownerUsername) return null
  return (
    <ButtonLink icon="mail" href={adminMessagesAddress.href()}>
      {t('Messages')}
    </ButtonLink>
  )
}
