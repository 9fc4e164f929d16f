import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { CommentsSection } from '#features/conversation/comments/comments-section.tsx'
import { articleAddress, postAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { articleIdQuery, postQuery, usePost } from '#features/writing/posts/posts.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { WebmentionsSection } from '#features/conversation/webmentions/webmentions-section.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { PageProps, PageView } from '../page.ts'
import { PostArticle } from './post-article.tsx'
import { partPath } from './part-path.ts'
import { useSaveForOffline } from '#web/offline/use-save-for-offline.ts'
import { postHead, postTitle } from './post-head.ts'
import { PostFailed, PostNotFound } from './post-unavailable.tsx'

export const postView: PageView<typeof postAddress> = {
  View: PostPage,
  head: (cache, { params }) => {
    const post = params && cache.getQueryData(postQuery(params.id).queryKey)
    const siteName = cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'
    return post
      ? postHead(post, siteName)
      : { title: post === undefined ? t('Loading post') : t('Post Not Found'), noindex: true }
  },
}

export const articleView: PageView<typeof articleAddress> = {
  View: ArticlePage,
  head: (cache, { params, query }) => {
    const id = params && cache.getQueryData(articleIdQuery(params.slug).queryKey)
    return postView.head(cache, { params: typeof id === 'number' ? { id } : null, query })
  },
}

type Query = PageProps<typeof postAddress>['query']

function PostPage({ params, query }: PageProps<typeof postAddress>) {
  return (
    <div className="page">
      <SetupBanner />
      {params ? <PostById id={params.id} query={query} /> : <PostNotFound />}
    </div>
  )
}

function ArticlePage({ params, query }: PageProps<typeof articleAddress>) {
  return (
    <div className="page">
      <SetupBanner />
      {params ? <ArticleBySlug slug={params.slug} query={query} /> : <PostNotFound />}
    </div>
  )
}

function ArticleBySlug({ slug, query }: { slug: string; query: Query }) {
  const { data: id, error, refetch } = useQuery(articleIdQuery(slug))
  if (typeof id === 'number') return <PostById id={id} query={query} />
  if (id === null) return <PostNotFound />
  if (error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  return <PostLoading />
}

function PostById({ id, query: { mentions, comments, comment } }: { id: number; query: Query }) {
  const { data: post, error, refetch } = usePost(id)
  useCanonicalPath(post)
  useSaveForOffline(post && { path: postPath(post), title: postTitle(post), isListed: !post.isUnlisted }, shownPictures)
  if (post)
    return (
      <PostArticle post={post}>
        <WebmentionsSection
          postId={id}
          page={mentions}
          hrefOf={(page) => partPath(post, { mentions: page, comments }, 'webmentions')}
        />
        <CommentsSection
          postId={id}
          page={comments}
          hrefOf={(page) => partPath(post, { mentions, comments: page }, 'comments')}
          isSent={comment === 'sent'}
        />
      </PostArticle>
    )
  if (post === null) return <PostNotFound />
  if (error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  return <PostLoading />
}

/** Returns the URLs of the pictures on the page, in the sizes that the browser chose. */
const shownPictures = (): string[] =>
  Array.from(document.querySelectorAll<HTMLImageElement>('.post-article img'), ({ currentSrc }) => currentSrc)

/** Redirects an article opened by its id or a former slug to its canonical URL, as the server does. */
function useCanonicalPath(post: Post | null | undefined): void {
  const [path, navigate] = useLocation()
  const canonical = post ? postPath(post) : null
  const isPost = postAddress.match(path) !== null || articleAddress.match(path) !== null
  const isElsewhere = canonical !== null && isPost && decodeURI(path) !== decodeURI(canonical)
  useEffect(() => {
    if (isElsewhere) navigate(canonical + location.search + location.hash, { replace: true })
  }, [isElsewhere, canonical, navigate])
}

const PostLoading = () => <Skeletons count={1} label={t('Loading post')} />
