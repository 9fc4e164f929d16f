import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { PortfolioBlock as BlockName } from '#features/admin/site-settings/home-names.contract.ts'
import { Icon } from '#ui/icon.tsx'

interface Props {
  name: BlockName
  title: string
  /** The URL of the page with everything; false if the block shows everything. */
  more?: string | false
  children: ReactNode
}

const wideBlocks = new Set<BlockName>(['projects', 'github', 'testimonials'])

/** A block with its heading. */
export const Block = ({ name, title, more = false, children }: Props) => (
  <section
    className="portfolio-block"
    data-block={name}
    data-wide={wideBlocks.has(name) || undefined}
    aria-label={title}
  >
    <div className="portfolio-block-head">
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
