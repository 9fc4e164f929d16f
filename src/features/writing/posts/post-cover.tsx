import './post-cover.css'
import type { Cover } from './posts.contract.ts'

interface Props {
  cover: Cover
  /** The displayed width, for the browser's choice of a size. */
  sizes: string
  /** Visible initially. */
  isEarly?: boolean
  /** The title is next to it, so that its alt text would only repeat what a link says. */
  isDecorative?: boolean
}

/** The cover of an article, with reserved space, so that nothing moves when it loads. */
export const PostCover = ({ cover: { src, srcset, alt }, sizes, isEarly = false, isDecorative = false }: Props) => (
  <img
    className="post-cover u-featured"
    src={src}
    {...(srcset && { srcSet: srcset, sizes })}
    alt={isDecorative ? '' : alt}
    width={1280}
    height={640}
    loading={isEarly ? 'eager' : 'lazy'}
    {...(isEarly && { fetchPriority: 'high' as const })}
    decoding="async"
  />
)
