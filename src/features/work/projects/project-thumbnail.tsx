import './project-thumbnail.css'
import '#ui/tints.css'
import { tintOf } from '#schemas/initials.contract.ts'
import type { Project } from './projects.contract.ts'

interface Props {
  project: Pick<Project, 'title' | 'thumbnail'>
  /** The displayed width (`sizes`), from which the browser chooses an image size. */
  sizes: string
  /** Loads the picture eagerly and with high priority. */
  isEarly?: boolean
  /** The alt text, if no adjacent text names the project. */
  alt?: string
}

/** A project's picture, with space reserved to avoid layout shift; without a picture, the name's first letter. */
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
        {...(isEarly && { fetchPriority: 'high' as const })}
        decoding="async"
      />
    </span>
  )
}
