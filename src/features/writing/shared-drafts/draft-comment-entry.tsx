import { t } from '#messages/messages.ts'
import './draft-comments.css'
import '#ui/remark.css'
import { type ReactNode, useRef } from 'react'
import { type DeletableComments, useCommentDeletion } from '#features/conversation/comments/comment-deletion.tsx'
import { wordsForComments } from '#features/conversation/comments/comment-words.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Prose } from '#ui/prose.tsx'
import { Time } from '#ui/time.tsx'
import type { DraftComment } from './shared-drafts.contract.ts'

interface Props {
  comment: DraftComment
  /** The list that contains the comment. */
  deletable: Omit<DeletableComments, 'words'>
  canDelete: boolean
  /** Further buttons next to the one that deletes the comment. */
  children?: ReactNode
}

/** A comment on a draft. */
export function DraftCommentEntry({ comment, deletable, canDelete, children }: Props) {
  const { id, authorName, user, isDraftAuthor, isResolved, contentHtml, createdAt } = comment
  const entry = useRef<HTMLElement>(null)
  const { isDeleted, remove } = useCommentDeletion(id, { ...deletable, words: wordsForComments })
  if (isDeleted) return null
  const name = <bdi dir="auto">{authorName}</bdi>
  return (
    <article
      ref={entry}
      className="draft-comment remark"
      id={deletable.elementId(id)}
      data-resolved={isResolved || undefined}
    >
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
        {(canDelete || children) && (
          <div className="draft-comment-actions">
            {children}
            {canDelete && (
              <Button
                variant="plain"
                size="s"
                icon="trash-2"
                aria-label={wordsForComments().deleteLabel(authorName)}
                onClick={() => void remove(entry.current)}
              >
                {t('Delete')}
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  )
}
