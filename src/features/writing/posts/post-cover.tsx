import './post-cover.css'
import type { Cover } from './posts.contract.ts'

interface Props {
  cover: Cover
  /** The displayed width, from which the browser chooses a size. */
  sizes: string
  /** Visible when the page loads. */
  isEarly?: boolean
  /** The title is next to it, so alt text would only repeat the link's text. */
  isDecorative?: boolean
}

/** An article's cover, with reserved space, so that nothing moves when it loads. */
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
