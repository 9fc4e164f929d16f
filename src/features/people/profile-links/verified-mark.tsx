import './verified-mark.css'
import { rich } from '#messages/rich.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'

interface Props {
  /** When the page was last found to link back. */
  at: string
  /** Shows the text next to the mark instead of hiding it visually. */
  withDate?: boolean
}

/** Marks a link whose page links back to this profile. */
export const VerifiedMark = ({ at, withDate = false }: Props) => (
  <span className="verified-mark">
    <Icon name="badge-check" />
    <span className={withDate ? undefined : 'visually-hidden'}>
      {rich('Verified on {date}', { date: <Time iso={at} as="date" /> })}
    </span>
  </span>
)
