import './feed-cover.css'
import { CoverPicture } from '#features/discovery/site/cover-picture.tsx'
import { useSite } from '#features/discovery/site/site.hooks.ts'

/** A banner above the feed with the site's cover, name, and tagline. Only visitors see it; renders nothing without a
 *  cover. */
export function FeedCover() {
  const { cover, name, tagline } = useSite()
  if (!cover) return null
  return (
    <div className="page page-wide feed-cover-frame for-visitors">
      <div className="feed-cover">
        <CoverPicture cover={cover} className="feed-cover-picture" />
        <div className="feed-cover-words">
          <p className="feed-cover-name">{name}</p>
          {tagline && <p>{tagline}</p>}
        </div>
      </div>
    </div>
  )
}
