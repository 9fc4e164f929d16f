import './bell.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'

/** The number of unread notifications on the bell, at most '9+'. Hidden from screen readers, because the link's name
 *  includes the number. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return <span className="unread-badge" data-count={count > 9 ? '9+' : count} aria-hidden="true" />
}

/** Returns 'Notifications, 3 unread', for screen readers. */
export const bellLabel = (count: number): string =>
  count === 0 ? t('Notifications') : t('Notifications, {count} unread', { count })

/** The link to the notifications in the top bar. */
export function Bell({ count }: { count: number }) {
  const label = bellLabel(count)
  return (
    <Link
      href={notificationsAddress.href()}
      className="bell for-members button button-icon"
      data-variant="plain"
      data-size="m"
      aria-label={label}
      title={label}
    >
      <Icon name="bell" />
      <UnreadBadge count={count} />
    </Link>
  )
}
