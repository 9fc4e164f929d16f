import { Prose } from '#ui/prose.tsx'
import { langOf, type Post } from './posts.contract.ts'

/** The HTML of the post, rendered and sanitized by the server. */
export const PostBody = ({ post }: { post: Pick<Post, 'contentHtml' | 'language' | 'detectedLanguage'> }) => (
  <Prose className="e-content" lang={langOf(post)} html={post.contentHtml} />
)
