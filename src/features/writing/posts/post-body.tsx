import { Prose } from '#ui/prose.tsx'
import type { Post } from './posts.contract.ts'

/** The HTML of the post, rendered and sanitized by the server. */
export const PostBody = ({ post }: { post: Pick<Post, 'contentHtml'> }) => (
  <Prose className="e-content" html={post.contentHtml} />
)
