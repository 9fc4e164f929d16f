import './page-links.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'

export interface PageLink {
  slug: string
  title: string
}

interface Props {
  pages: PageLink[]
  /** The current path. */
  path: string
}

/** The pages that administrators have added to the navigation. */
export function PageLinks({ pages, path }: Props) {
  return (
    <nav aria-label={t('Site pages')}>
      <ul className="side-links page-links">
        {pages.map(({ slug, title }) => {
          const href = sitePageAddress.href({ slug })
          return (
            <li key={slug}>
              <Link href={href} className="side-link" aria-current={path === href ? 'page' : undefined}>
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
