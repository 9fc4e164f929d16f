import './post-byline.css'
import { Link } from 'wouter'
import { Avatar } from '#ui/avatar.tsx'
import { Time } from '#ui/time.tsx'
import type { Post } from './posts.contract.ts'

interface Props {
  post: Pick<Post, 'id' | 'user' | 'createdAt' | 'isLongForm' | 'readingMinutes'>
  /** On a page of its own: 'Nov 3, 2026'; else relative. */
  as?: 'relative' | 'date'
}

/** Who wrote it and when; for an article also how long it takes. */
export function PostByline({ post: { id, user, createdAt, isLongForm, readingMinutes }, as = 'relative' }: Props) {
  return (
    <div className="post-byline">
      <Link href={`/profile/${user.username}`} className="post-byline-author p-author h-card u-url">
        <Avatar name={user.displayName} image={user.profileImage} />
        <span className="p-name">{user.displayName}</span>
      </Link>
      <p className="post-byline-facts meta">
        <span className="post-byline-handle">@{user.username}</span>
        {isLongForm && <span>{readingMinutes} min read</span>}
        <Link href={`/post/${id}`} className="u-url u-uid">
          <Time iso={createdAt} as={as} className="dt-published" />
        </Link>
      </p>
    </div>
  )
}
