import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { Time } from '#ui/time.tsx'
import { editPageAddress, sitePageAddress } from './site-page-addresses.contract.ts'
import type { SitePageSummary } from './site-pages.contract.ts'

interface Props {
  page: SitePageSummary
  /** Shows buttons to move the page. */
  isOrdered?: boolean
  /** Absent at the top. */
  onUp?: () => void
  /** Absent at the bottom. */
  onDown?: () => void
}

/** A page in the list for administrators. */
export function PageEntry({ page, isOrdered = false, onUp, onDown }: Props) {
  const { id, slug, title, isPublished, authorName, updatedAt } = page
  return (
    <li className="page-entry">
      <div className="page-entry-words">
        <Link href={editPageAddress.href({ id })} className="page-entry-title" dir="auto">
          {title}
        </Link>
        <p className="page-entry-facts meta">
          {isPublished ? (
            <Link href={sitePageAddress.href({ slug })} className="link page-entry-address">
              /{slug}
            </Link>
          ) : (
            <>
              <Badge color="amber">{t('Draft')}</Badge> <span className="page-entry-address">/{slug}</span>
            </>
          )}
          <span>{rich('Saved {when}', { when: <Time iso={updatedAt} /> })}</span>
          {authorName !== null && <bdi>{authorName}</bdi>}
        </p>
      </div>
      {isOrdered && (
        <span className="page-entry-steps">
          <Step label={t('Move {title} up', { title })} icon="chevron-up" onStep={onUp} />
          <Step label={t('Move {title} down', { title })} icon="chevron-down" onStep={onDown} />
        </span>
      )}
      <ButtonLink size="s" icon="pencil" href={editPageAddress.href({ id })} aria-label={t('Edit {title}', { title })}>
        {t('Edit')}
      </ButtonLink>
    </li>
  )
}

interface StepProps {
  label: string
  icon: 'chevron-up' | 'chevron-down'
  onStep: (() => void) | undefined
}

/** Stays focusable at either end of the list, so that focus is not lost. */
const Step = ({ label, icon, onStep }: StepProps) => (
  <IconButton
    icon={icon}
    label={label}
    size="s"
    aria-disabled={!onStep || undefined}
    {...(onStep && { onClick: onStep })}
  />
)
