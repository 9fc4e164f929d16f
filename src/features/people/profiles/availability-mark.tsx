import { t } from '#messages/messages.ts'
import './availability-mark.css'
import { Badge } from '#ui/badge.tsx'
import type { Availability } from './availability.contract.ts'

/** Shows that the member is available for work. */
export const AvailabilityMark = ({ text, link }: Availability) => (
  <p className="availability-mark">
    <Badge color="green">{t('Available for work')}</Badge>
    {text && <span dir="auto">{link === null ? text : <AvailabilityLink href={link}>{text}</AvailabilityLink>}</span>}
    {!text && link !== null && <AvailabilityLink href={link}>{t('Learn more')}</AvailabilityLink>}
  </p>
)

const AvailabilityLink = ({ href, children }: { href: string; children: string }) => (
  <a className="link" href={href} rel="noopener">
    {children}
  </a>
)
