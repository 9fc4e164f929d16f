import './page-links.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { isHomePage, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'

interface Props {
  site: SiteInfo
  /** See {@link currentHrefs}. */
  current: readonly string[]
}

/** The pages that administrators have added to the navigation, except the home page, which has its own link. */
export function PageLinks({ site, current }: Props) {
  const pages = site.pages?.filter(({ slug }) => !isHomePage(site, slug)) ?? []
  if (pages.length === 0) return null
  return (
    <nav aria-label={t('Site pages')}>
      <ul className="side-links page-links">
        {pages.map(({ slug, title }) => {
          const href = sitePageAddress.href({ slug })
          return (
            <li key={slug}>
              <Link href={href} className="side-link" aria-current={current.includes(href) ? 'page' : undefined}>
                <span className="side-link-icon">
                  <Icon name="file-text" />
                </span>
                <span className="page-links-title" dir="auto">
                  {title}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
