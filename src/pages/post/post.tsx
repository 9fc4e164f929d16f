import { CommentsSection } from '#features/conversation/comments/comments-section.tsx'
import type { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { postQuery, usePost } from '#features/writing/posts/posts.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { WebmentionsSection } from '#features/conversation/webmentions/webmentions-section.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { LoadFailed, returnHome } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'
import { PostArticle } from './post-article.tsx'
import { partPath } from './part-path.ts'
import { postHead } from './post-head.ts'

export const postView: PageView<typeof postAddress> = {
  View: PostPage,
  head: (cache, { params }) => {
    const post = params && cache.getQueryData(postQuery(params.id).queryKey)
    const siteName = cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'
    return post ? postHead(post, siteName) : { title: post === undefined ? 'Post' : 'Post Not Found', noindex: true }
  },
}

type Props = PageProps<typeof postAddress>

function PostPage({ params, query }: Props) {
  return <div className="page">{params ? <PostById id={params.id} query={query} /> : <PostNotFound />}</div>
}

function PostById({ id, query: { mentions, comments, comment } }: { id: number } & Pick<Props, 'query'>) {
  const { data: post, error, refetch } = usePost(id)
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
          isSent={comment === 'sent'}
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
