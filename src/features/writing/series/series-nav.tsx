import './series-nav.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { seriesAddress } from './series-addresses.contract.ts'
import { useSeriesPlace } from './series.hooks.ts'

/** An article's place in its series, with links to the series and to the previous and next parts. */
export function SeriesNav({ postId }: { postId: number }) {
  const { data } = useSeriesPlace(postId)
  if (!data) return null
  const { name, slug, position, total, previous, next } = data
  return (
    <nav className="series-nav" aria-label={t('Series')}>
      <p>
        {rich('Part {position} of {total} in {series}', {
          position,
          total,
          series: (
            <Link href={seriesAddress.href({ slug })} className="link">
              <bdi>{name}</bdi>
            </Link>
          ),
        })}
      </p>
      {(previous ?? next) && (
        <ul className="series-nav-links">
          {previous && (
            <li>
              <span className="meta">{t('Previous')}</span>{' '}
              <Link href={postPath(previous)} className="link" dir="auto">
                {previous.title}
              </Link>
            </li>
          )}
          {next && (
            <li>
              <span className="meta">{t('Next')}</span>{' '}
              <Link href={postPath(next)} className="link" dir="auto">
                {next.title}
              </Link>
            </li>
          )}
        </ul>
      )}
    </nav>
  )
}
