import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'

/** The site's links to other sites. */
export const SideLinks = ({ links }: { links: NonNullable<SiteInfo['links']> }) => (
  <nav aria-label={t('Links')}>
    <ul className="side-links page-links">
      {links.map(({ label, url }) => (
        <li key={url + label}>
          <a className="side-link" href={url} rel="me">
            <span className="side-link-icon">
              <Icon name="external-link" />
            </span>
            <span className="page-links-title" dir="auto">
              {label}
            </span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** The pages with the site's rules, and the contact link. */
export function SideRules({ site: { rules, contact, hasContactForm } }: { site: SiteInfo }) {
  if (!rules && !contact && !hasContactForm) return null
  return (
    <ul className="side-rules">
      {rules?.map(({ slug, title }) => (
        <li key={slug}>
          <Link href={sitePageAddress.href({ slug })}>{title}</Link>
        </li>
      ))}
      {hasContactForm ? (
        <li>
          <Link href={contactAddress.href()}>{t('Contact')}</Link>
        </li>
      ) : (
        contact && (
          <li>
            <a href={contact}>{t('Contact')}</a>
          </li>
        )
      )}
    </ul>
  )
}
