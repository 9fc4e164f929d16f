import './post-card.css'
import { memo, Suspense } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { CategoryBadge } from '#features/writing/categories/category-badge.tsx'
import { LikeButton } from '#features/writing/likes/like-button.tsx'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { TagLinks } from '#features/writing/tags/tag-links.tsx'
import { PostBody } from '#features/writing/posts/post-body.tsx'
import { PostCover } from '#features/writing/posts/post-cover.tsx'
import { PostByline } from '#features/writing/posts/post-byline.tsx'
import { langOf, type Post, shownTagsOf } from '#features/writing/posts/posts.contract.ts'
import { ReadMore } from '#features/writing/posts/read-more.tsx'

/** Loaded for members only. */
const PostMenu = lazyPart(
  async () => (await import('./post-menu.tsx')).PostMenu,
  () => null,
)

interface Props {
  post: Post
  /** Shown at the top because its author has pinned it. */
  isOnTop?: boolean
}

/** A post in a list: short posts in full unless they are very long, articles as a title and an excerpt. Memoized, because
 *  most changes to a list concern a single post. */
export const PostCard = memo(function PostCard({ post, isOnTop = false }: Props) {
  const isSignedIn = useSignedIn()
  const address = postPath(post)
  return (
    <article
      className="post-card h-entry"
      aria-label={post.title ?? t('Post by {displayName}', { displayName: post.user.displayName })}
    >
      {isOnTop && (
        <p className="post-card-pinned meta">
          <Icon name="pin" /> {t('Pinned')}
        </p>
      )}
      <header className="post-card-head">
        <PostByline post={post} />
        {isSignedIn && (
          <Suspense>
            <PostMenu post={post} />
          </Suspense>
        )}
      </header>
      {post.cover && (
        <Link href={address} className="post-card-cover" tabIndex={-1} aria-hidden="true">
          <PostCover cover={post.cover} sizes="(min-width: 44rem) 40rem, 100vw" isDecorative />
        </Link>
      )}
      {post.title && (
        <h2 className="entry-title post-card-title" dir="auto" lang={langOf(post)}>
          <Link href={address} className="p-name">
            {post.title}
          </Link>
        </h2>
      )}
      {post.isLongForm ? <Excerpt post={post} address={address} /> : <Whole post={post} address={address} />}
      <TagLinks names={shownTagsOf(post)} most={5} />
      <footer className="post-card-foot">
        <LikeButton postId={post.id} likes={post} />
        <Link href={`${address}#comments`} className="post-card-comments" aria-label={commentsLabel(post.commentCount)}>
          <Icon name="message-circle" /> {post.commentCount}
        </Link>
        <span className="push">
          <CategoryBadge category={post.category} />
        </span>
      </footer>
    </article>
  )
})

interface PartProps {
  post: Post
  address: string
}

const Excerpt = ({ post, address }: PartProps) => (
  <>
    <p className="p-summary post-card-excerpt" dir="auto" lang={langOf(post)}>
      {post.excerpt}
    </p>
    <ReadMore href={address} className="post-card-more" target={post.title ?? t('article')} />
  </>
)

/** CSS clips long posts and reveals the link; very long posts are already truncated. */
const Whole = ({ post, address }: PartProps) => (
  <div className="post-card-whole" data-truncated={post.isTruncated || undefined}>
    <PostBody post={post} />
    <ReadMore
      href={address}
      className="post-card-more post-card-rest"
      target={t('post by {author}', { author: post.user.displayName })}
      tabIndex={post.isTruncated ? undefined : -1}
    />
  </div>
)

const commentsLabel = (count: number) => t('{count, plural, one {# comment} other {# comments}}', { count })
