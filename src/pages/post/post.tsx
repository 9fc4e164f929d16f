import { CommentsSection } from '#features/comments/comments-section.tsx'
import { IdText } from '#features/ids/ids.contract.ts'
import { pageAsked } from '#features/paging/paging.contract.ts'
import { postQuery, usePost } from '#features/posts/posts.hooks.ts'
import { siteQuery } from '#features/site/site.hooks.ts'
import { WebmentionsSection } from '#features/webmentions/webmentions-section.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { LoadFailed, returnHome } from '../load-failed.tsx'
import type { PageAddress, PageView } from '../page.ts'
import { PostArticle } from './post-article.tsx'
import { partPath } from './part-path.ts'
import { postHead } from './post-head.ts'

export const postPage: PageView = {
  View: PostPage,
  head: (cache, { params }) => {
    const id = IdText.safeParse(params.id)
    const post = id.success ? cache.getQueryData(postQuery(id.data).queryKey) : null
    const siteName = cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'
    return post ? postHead(post, siteName) : { title: post === undefined ? 'Post' : 'Post Not Found', noindex: true }
  },
}

function PostPage({ params, query }: PageAddress) {
  const id = IdText.safeParse(params.id)
  return <div className="page">{id.success ? <PostById id={id.data} query={query} /> : <PostNotFound />}</div>
}

function PostById({ id, query }: { id: number; query: PageAddress['query'] }) {
  const { data: post, error, refetch } = usePost(id)
  const [mentions, comments] = [pageAsked(query.mentions), pageAsked(query.comments)]
  if (post)
    return (
      <PostArticle post={post}>
        <WebmentionsSection
          postId={id}
          page={mentions}
          hrefOf={(page) => partPath(id, { mentions: page, comments }, 'webmentions')}
        />
        <CommentsSection
          postId={id}
          page={comments}
          hrefOf={(page) => partPath(id, { mentions, comments: page }, 'comments')}
          isSent={query.comment === 'sent'}
        />
      </PostArticle>
    )
  if (post === null) return <PostNotFound />
  if (error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label="Loading post" />
}

export const PostNotFound = () => (
  <EmptyState icon="file-text" title="Post Not Found" isPageTitle actions={returnHome}>
    This post does not exist, or it has been deleted.
  </EmptyState>
)

export const PostFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <LoadFailed title="Error Loading Post" reason={reason} onRetry={onRetry} />
)
