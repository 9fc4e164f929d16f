import './pagination.css'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import { t } from '#messages/messages.ts'

interface PaginationProps {
  page: number
  /** The page numbers to show, with `…` for gaps. */
  numbers: readonly (number | '…')[]
  totalPages: number
  hrefOf: (page: number) => string
  /** Called after a page is chosen, for example to scroll to the top. */
  onNavigate?: () => void
  label?: string
}

/** Links to the other pages of a list. Renders nothing for a single page. */
export function Pagination({ page, numbers, totalPages, hrefOf, onNavigate, label = t('Pages') }: PaginationProps) {
  if (totalPages <= 1) return null
  const linkTo = (number: number) => ({ href: hrefOf(number), onClick: onNavigate })
  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 ? (
        <Link {...linkTo(Math.min(page - 1, totalPages))} className="pagination-step" rel="prev">
          <Icon name="arrow-left" />
          {t('Previous')}
        </Link>
      ) : (
        <span />
      )}
      <ul className="pagination-numbers">
        {numbers.map((number, index) => (
          <li key={number === '…' ? `gap-${index}` : number}>
            {number === '…' ? (
              <span className="pagination-gap">…</span>
            ) : (
              <Link
                {...linkTo(number)}
                className="pagination-number"
                aria-label={t('Page {number}', { number })}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {page < totalPages ? (
        <Link {...linkTo(page + 1)} className="pagination-step" rel="next">
          {t('Next')}
          <Icon name="arrow-right" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
