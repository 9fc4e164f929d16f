import './post-card.css'
import { Link } from 'wouter'
import { CategoryBadge } from '#features/categories/category-badge.tsx'
import { LikeButton } from '#features/likes/like-button.tsx'
import { useSignedIn } from '#web/use-signed-in.ts'
import { PostBody } from './post-body.tsx'
import { PostByline } from './post-byline.tsx'
import { PostMenu } from './post-menu.tsx'
import type { Post } from './posts.contract.ts'

/** A post in a list: short ones in full, articles by title and excerpt. */
export function PostCard({ post }: { post: Post }) {
  const isSignedIn = useSignedIn()
  const address = `/post/${post.id}`
  return (
    <article className="card post-card h-entry">
      <header className="post-card-head">
        <PostByline post={post} />
        {isSignedIn && <PostMenu post={post} />}
      </header>
      {post.title && (
        <h2 className="post-card-title">
          <Link href={address} className="p-name">
            {post.title}
          </Link>
        </h2>
      )}
      {post.isLongForm ? <Excerpt post={post} address={address} /> : <PostBody post={post} />}
      <footer className="post-card-foot">
        <LikeButton postId={post.id} likes={post} />
        <CategoryBadge category={post.category} />
      </footer>
    </article>
  )
}

const Excerpt = ({ post, address }: { post: Post; address: string }) => (
  <>
    <p className="p-summary post-card-excerpt">{post.excerpt}</p>
    <p>
      <Link href={address} className="link" aria-label={`Read More: ${post.title ?? 'article'}`}>
        Read More
      </Link>{' '}
      <span className="meta">{post.readingMinutes} min read</span>
    </p>
  </>
)
