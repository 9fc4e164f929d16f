import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Icon } from '#ui/icon.tsx'

interface Props {
  href: string
  /** What the link leads to: a title. */
  target: string
  className: string
  tabIndex?: number | undefined
}

/** A link to the rest of a post. Its text names the target too, because search engines do not read labels. */
export const ReadMore = ({ href, target, className, tabIndex }: Props) => (
  <Link href={href} className={className} tabIndex={tabIndex} aria-label={t('Read More: {target}', { target })}>
    {rich('Read More<hidden>: {target}</hidden>', {
      target,
      hidden: (text) => <span className="visually-hidden">{text}</span>,
    })}
    <Icon name="arrow-right" />
  </Link>
)
