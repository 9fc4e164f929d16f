import './project-thumbnail.css'
import '#ui/tints.css'
import { tintOf } from '#ui/initials.ts'
import type { Project } from './projects.contract.ts'

interface Props {
  project: Pick<Project, 'title' | 'thumbnail'>
  /** The displayed width, for the browser's choice of a size. */
  sizes: string
  /** Visible initially. */
  isEarly?: boolean
  /** The alternative text, if no text next to it names the project. */
  alt?: string
}

/** A project's picture with reserved space, so that nothing moves when it loads; without one, the first letter. */
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
