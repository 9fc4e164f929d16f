import { t } from '#messages/messages.ts'
import './draft-comments.css'
import '#ui/remark.css'
import type { ReactNode } from 'react'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Prose } from '#ui/prose.tsx'
import { Time } from '#ui/time.tsx'
import type { DraftComment } from './shared-drafts.contract.ts'

interface Props {
  comment: DraftComment
  /** Buttons below the text. */
  children?: ReactNode
}

/** A comment on a draft. */
export function DraftCommentEntry({ comment, children }: Props) {
  const { authorName, user, isDraftAuthor, isResolved, contentHtml, createdAt } = comment
  const name = <bdi dir="auto">{authorName}</bdi>
  return (
    <article className="draft-comment remark" data-resolved={isResolved || undefined}>
      <div className="remark-body">
        <p className="remark-byline">
          <span className="remark-author">
            <Avatar name={authorName} image={user?.profileImage ?? null} size="s" />
            {user ? <AuthorLink user={user}>{name}</AuthorLink> : name}
          </span>
          {isDraftAuthor && <Badge>{t('Author')}</Badge>}
          {isResolved && <Badge>{t('Resolved')}</Badge>}
          <Time iso={createdAt} className="meta" />
        </p>
        <Prose html={contentHtml} />
        {children && <div className="draft-comment-actions">{children}</div>}
      </div>
    </article>
  )
}
