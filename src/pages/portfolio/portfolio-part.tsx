import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { PortfolioPart as PartName } from '#features/admin/site-settings/home-names.contract.ts'
import { Icon } from '#ui/icon.tsx'

interface Props {
  name: PartName
  title: string
  /** The URL of the page with everything; false if the part shows everything. */
  more?: string | false
  children: ReactNode
}

/** A part with its heading. */
export const Part = ({ name, title, more = false, children }: Props) => (
  <section className="portfolio-part" data-part={name} aria-label={title}>
    <div className="portfolio-part-head">
      <h2>{title}</h2>
      {more !== false && (
        <Link href={more} className="portfolio-more" aria-label={`${title}: view all`}>
          View all
          <Icon name="arrow-right" />
        </Link>
      )}
    </div>
    {children}
  </section>
)
