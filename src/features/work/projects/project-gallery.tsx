import './project-gallery.css'
import type { Project } from './projects.contract.ts'
import { useProjectPictures } from './projects.hooks.ts'
import { t } from '#messages/messages.ts'

/** The project's pictures, each with a link to the full picture. Renders nothing if there are none. */
export function ProjectGallery({ project: { id, title } }: { project: Pick<Project, 'id' | 'title'> }) {
  const { pictures = [] } = useProjectPictures(id).data ?? {}
  if (pictures.length === 0) return null
  const sizes = pictures.length === 1 ? '(min-width: 48rem) 44rem, 100vw' : '(min-width: 48rem) 15rem, 50vw'
  return (
    <ul className="project-gallery" aria-label={t('Pictures')}>
      {pictures.map(({ src, srcset, width, height, alt }, index) => (
        <li key={src}>
          <a href={src} target="_blank" rel="noopener">
            <img
              src={src}
              srcSet={srcset}
              sizes={sizes}
              width={width}
              height={height}
              alt={alt || t('Picture {number} of {title}', { number: index + 1, title })}
              loading="lazy"
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
