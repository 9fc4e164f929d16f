import { Prose } from '#ui/prose.tsx'
import type { Post } from './posts.contract.ts'

/** The post as the server rendered and cleaned it. It stands in the page once: the browser reads it back from here. */
export const PostBody = ({ post: { id, contentHtml } }: { post: Pick<Post, 'id' | 'contentHtml'> }) => (
  <Prose className="e-content" html={contentHtml} data-post-html={id} />
)
