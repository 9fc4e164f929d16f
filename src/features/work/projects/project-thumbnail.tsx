import './project-thumbnail.css'
import '#ui/tints.css'
import { tintOf } from '#ui/initials.ts'
import type { Project } from './projects.contract.ts'

interface Props {
  project: Pick<Project, 'title' | 'thumbnail'>
  /** How wide it is shown, for the browser's choice among the sizes. */
  sizes: string
  /** In sight from the start. */
  isEarly?: boolean
  /** What it is called where nothing beside it says so. */
  alt?: string
}

/** A project's picture in a place of its own shape, so that nothing moves when it comes; without one its first letter. */
export function ProjectThumbnail({ project: { title, thumbnail }, sizes, isEarly = false, alt = '' }: Props) {
  if (!thumbnail) {
    return (
      <span className="project-thumbnail" data-tint={tintOf(title)} aria-hidden="true">
        {Array.from(title.trim())[0]?.toUpperCase()}
      </span>
    )
  }
  const { src, srcset } = thumbnail
  return (
    <span className="project-thumbnail">
      <img
        className="u-featured"
        src={src}
        {...(srcset && { srcSet: srcset, sizes })}
        alt={alt}
        width={640}
        height={400}
        loading={isEarly ? 'eager' : 'lazy'}
        decoding="async"
      />
    </span>
  )
}
