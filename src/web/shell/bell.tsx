import './bell.css'
import { Link } from 'wouter'
import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'

/** How many entries are new, as a small mark on the bell; from ten on '9+'. The link's name says the number, so
 *  that here it is no text. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return <span className="unread-badge" data-count={count > 9 ? '9+' : count} aria-hidden="true" />
}

/** 'Notifications, 3 unread', for those who cannot see the mark. */
export const bellLabel = (count: number): string => `Notifications${count === 0 ? '' : `, ${count} unread`}`

/** The way to the notifications in the phone's bar. */
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
