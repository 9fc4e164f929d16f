import { ownFeedLink, profileFolder } from '#features/feeds/feeds.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import type { Post } from '#features/posts/posts.contract.ts'
import { postQuery, usePost } from '#features/posts/posts.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import type { Head, PageAddress, PageView } from '../page.ts'
import { PostArticle } from './post-article.tsx'

export const postPage: PageView = {
  View: PostPage,
  head: (cache, { params }) => {
    const id = IdText.safeParse(params.id)
    const post = id.success ? cache.getQueryData(postQuery(id.data).queryKey) : null
    return post ? postHead(post) : { title: post === undefined ? 'Post' : 'Post Not Found', noindex: true }
  },
}

function PostPage({ params }: PageAddress) {
  const id = IdText.safeParse(params.id)
  return <div className="page">{id.success ? <PostById id={id.data} /> : <PostNotFound />}</div>
}

function PostById({ id }: { id: number }) {
  const { data: post, error, refetch } = usePost(id)
  if (post) return <PostArticle post={post} />
  if (post === null) return <PostNotFound />
  if (error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label="Loading post" />
}

const returnHome = <ButtonLink href="/">Return Home</ButtonLink>

export const PostNotFound = () => (
  <EmptyState icon="file-text" title="Post Not Found" isPageTitle actions={returnHome}>
    This post does not exist, or it has been deleted.
  </EmptyState>
)

export const PostFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <ErrorPanel
    title="Error Loading Post"
    isPageTitle
    actions={
      <>
        <Button onClick={onRetry}>Try Again</Button>
        {returnHome}
      </>
    }
  >
    {messageOf(reason, 'Please try again.')}
  </ErrorPanel>
)

const descriptionLength = 155
const titleLength = 70

function postHead(post: Post): Head {
  const picture = firstPicture(post.contentHtml)
  return {
    title: post.title ?? `${post.user.displayName}: ${shortened(post.excerpt, titleLength)}`,
    description: shortened(post.excerpt, descriptionLength),
    type: 'article',
    publishedAt: post.createdAt,
    modifiedAt: post.updatedAt,
    author: post.user.displayName,
    section: post.category.displayName,
    feed: ownFeedLink(post.user.displayName, profileFolder(post.user.username)),
    ...(picture !== null && { imageUrl: picture }),
  }
}

/** At most `length` characters, cut between words. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > length / 2 ? lastSpace : cut.length).trimEnd()}…`
}

/** The address of the first picture in rendered markdown; null without one. */
function firstPicture(html: string): string | null {
  const source = /<img\b[^<>]*?\ssrc="([^"]+)"/.exec(html)?.[1]
  return source === undefined ? null : source.replaceAll('&amp;', '&')
}
