import { Prose } from '#ui/prose.tsx'
import type { Post } from './posts.contract.ts'

/** The post as the server rendered and sanitized it. */
export const PostBody = ({ post }: { post: Pick<Post, 'contentHtml'> }) => (
  <Prose className="e-content" html={post.contentHtml} />
)
