import './post-byline.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { historyAddress, postPath } from './post-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Time } from '#ui/time.tsx'
import type { Post } from './posts.contract.ts'

interface Props {
  post: Pick<Post, 'id' | 'slug' | 'user' | 'createdAt' | 'updatedAt' | 'isLongForm' | 'readingMinutes'>
  /** `date` on the post's page: 'Nov 3, 2026'. */
  as?: 'relative' | 'date'
}

/** Author and date, plus the reading time for articles. An article's page also shows when it was last updated, if that
 *  was on a later day. */
export function PostByline({ post, as = 'relative' }: Props) {
  const { id, user, createdAt, updatedAt, isLongForm, readingMinutes } = post
  const isUpdateShown = as === 'date' && isLongForm && dayOf(updatedAt) > dayOf(createdAt)
  return (
    <div className="post-byline">
      <span className="post-byline-author p-author h-card">
        <AuthorLink user={user} className="u-url">
          <Avatar name={user.displayName} image={user.profileImage} />
          <bdi className="p-name">{user.displayName}</bdi>
        </AuthorLink>
      </span>
      <p className="post-byline-facts meta">
        {!isDeleted(user) && <bdi className="post-byline-handle">@{user.username}</bdi>}
        {isLongForm && <span>{t('{readingMinutes} min read', { readingMinutes })}</span>}
        {updatedAt > createdAt && !isUpdateShown && (
          <Link href={historyAddress.href({ id })} aria-label={t('edited: show the edit history')}>
            <time className="dt-updated" dateTime={updatedAt}>
              {t('edited')}
            </time>
          </Link>
        )}
        <Link href={postPath(post)} className="u-url u-uid">
          <Time iso={createdAt} as={as} className="dt-published" />
        </Link>
        {isUpdateShown && (
          <Link href={historyAddress.href({ id })} className="post-byline-updated" title={t('Show the edit history')}>
            {rich('Updated {date}', { date: <Time iso={updatedAt} as="date" className="dt-updated" /> })}
          </Link>
        )}
      </p>
    </div>
  )
}

const dayOf = (iso: string): string => iso.slice(0, 10)
