import './reported-post.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { handleOf } from '#features/people/profiles/deleted.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Time } from '#ui/time.tsx'
import { reasonNames, type ReportedPost } from './reports.contract.ts'

interface Props {
  item: ReportedPost
  /** The card's buttons. */
  actions: ReactNode
}

/** A post with its reports, as plain text. */
export function ReportedPostCard({ item: { post, reports, closedAt, closedBy }, actions }: Props) {
  const count = reports.length
  return (
    <Card
      className="reported"
      aria-label={t('{count, plural, one {# report} other {# reports}} on post {id} by {author}', {
        count,
        id: post.id,
        author: post.user.displayName,
      })}
    >
      <h2 className="reported-heading">{t('{count, plural, one {# report} other {# reports}}', { count })}</h2>
      <ul className="reported-reports">
        {reports.map(({ user, reason, details, reportedAt }) => (
          <li key={user.id}>
            <p className="reported-facts">
              <Badge color="amber">{reasonNames[reason]()}</Badge>
              <span className="meta">
                <AuthorLink user={user} className="link">
                  {handleOf(user)}
                </AuthorLink>{' '}
                · <Time iso={reportedAt} />
              </span>
            </p>
            {details && (
              <p className="reported-details" dir="auto">
                {details}
              </p>
            )}
          </li>
        ))}
      </ul>
      <JudgedPost post={post} />
      {closedAt && (
        <p className="meta">
          {closedBy
            ? rich('Closed by {handle} · {when}', { handle: handleOf(closedBy), when: <Time iso={closedAt} /> })
            : rich('Closed · {when}', { when: <Time iso={closedAt} /> })}
        </p>
      )}
      <div className="row reported-actions">{actions}</div>
    </Card>
  )
}

function JudgedPost({ post }: Pick<ReportedPost, 'post'>) {
  const { id, title, text, user, createdAt, isHidden } = post
  return (
    <figure className="reported-post">
      <figcaption className="reported-author">
        <Avatar name={user.displayName} image={user.profileImage} size="s" />
        <div className="reported-who">
          <bdi>{user.displayName}</bdi>
          <p className="meta">
            {handleOf(user)} · <Time iso={createdAt} />
          </p>
        </div>
        {isHidden ? (
          <Badge color="red">{t('Author suspended')}</Badge>
        ) : (
          <Link href={postAddress.href({ id })} className="link">
            {t('View post')}
          </Link>
        )}
      </figcaption>
      <blockquote>
        {title && (
          <p className="reported-title" dir="auto">
            {title}
          </p>
        )}
        <p className="reported-text" dir="auto">
          {text || t('No text, only pictures or embeds.')}
        </p>
      </blockquote>
    </figure>
  )
}
