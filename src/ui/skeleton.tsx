import './skeleton.css'

interface SkeletonProps {
  /** `text`: a line; `title`: a larger one; `avatar`; `block`: a picture or a card. */
  shape?: 'text' | 'title' | 'avatar' | 'block'
  width?: 'short' | 'half' | 'full'
}

/** A placeholder for content that is loading. */
export function Skeleton({ shape = 'text', width = 'full' }: SkeletonProps) {
  return <span className="skeleton" data-shape={shape} data-width={width} aria-hidden="true" />
}

interface SkeletonsProps {
  count: number
  /** The name of the loading content, for screen readers. */
  label: string
}

/** Placeholders for a list that is loading. */
export function Skeletons({ count, label }: SkeletonsProps) {
  return (
    <div className="skeletons" aria-busy="true">
      <output className="visually-hidden">{label}</output>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeletons-item">
          <Skeleton shape="avatar" />
          <div className="skeletons-lines">
            <Skeleton width="short" />
            <Skeleton />
            <Skeleton width="half" />
          </div>
        </div>
      ))}
    </div>
  )
}
