import './next-part.css'
import { Link } from 'wouter'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { rich } from '#messages/rich.ts'
import { Icon } from '#ui/icon.tsx'
import type { SeriesPlace } from './series.contract.ts'

interface Props {
  place: SeriesPlace
  part: NonNullable<SeriesPlace['next']>
}

/** The link to the next part of a series, at the end of an article. */
export const NextPart = ({ place: { name, position, total }, part }: Props) => (
  <Link href={postPath(part)} className="next-part">
    <span className="next-part-which overline">
      {rich('Next in {series}, part {part} of {total}', { series: <bdi>{name}</bdi>, part: position + 1, total })}
    </span>
    <span className="next-part-title" dir="auto">
      {part.title}
    </span>
    <Icon name="arrow-right" />
  </Link>
)
