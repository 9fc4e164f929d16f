import { Link } from 'wouter'
import { Avatar } from '#ui/avatar.tsx'
import { Time } from '#ui/time.tsx'
import type { Post } from './posts.contract.ts'

interface Props {
  post: Pick<Post, 'id' | 'user' | 'createdAt' | 'updatedAt'>
  /** On a page of its own: 'Nov 3, 2026'; else relative. */
  as?: 'relative' | 'date'
}

/** Who wrote it and when. */
export function PostByline({ post: { id, user, createdAt }, as = 'relative' }: Props) {
  return (
    <div className="post-byline">
      <Link href={`/profile/${user.username}`} className="post-byline-author p-author h-card u-url">
        <Avatar name={user.displayName} image={user.profileImage} />
        <span className="p-name">{user.displayName}</span>
      </Link>
      <Link href={`/post/${id}`} className="post-byline-time meta u-url u-uid">
        <Time iso={createdAt} as={as} className="dt-published" />
      </Link>
    </div>
  )
}
