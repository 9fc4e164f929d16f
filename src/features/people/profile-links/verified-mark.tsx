import './verified-mark.css'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'

interface Props {
  /** When the page was last seen to lead back. */
  at: string
  /** The words stand beside the mark; else they are for screen readers alone. */
  withDate?: boolean
}

/** The page behind the link says the same of this profile. */
export const VerifiedMark = ({ at, withDate = false }: Props) => (
  <span className="verified-mark">
    <Icon name="badge-check" />
    <span className={withDate ? undefined : 'visually-hidden'}>
      Verified on <Time iso={at} as="date" />
    </span>
  </span>
)
