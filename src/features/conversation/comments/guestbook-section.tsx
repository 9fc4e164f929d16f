import './comments.css'
import './guestbook-section.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#web/loaded.tsx'
import { PageBar } from '#web/page-bar.tsx'
import { CommentEntry } from './comment-entry.tsx'
import { CommentForm } from './comment-form.tsx'
import type { Comment } from './comments.contract.ts'
import { type GuestbookPart, useGuestbook } from './comments.hooks.ts'
import { HeldNote, SentComment } from './sent-comment.tsx'

interface GuestbookSectionProps {
  part: GuestbookPart
  hrefOf: (page: number) => string
  /** Whether an entry was just sent without JavaScript. */
  isSent: boolean
}

/** The form for signing the guestbook, and a page of entries. */
export function GuestbookSection({ part, hrefOf, isSent }: GuestbookSectionProps) {
  const query = useGuestbook(part)
  const [held, setHeld] = useState<Comment[]>([])

  function onSent(entry: Comment | null) {
    if (entry === null) return
    if (entry.published) showToast({ title: t('Entry published'), variant: 'success' })
    else setHeld((before) => [...before, entry])
  }

  return (
    <div className="comments guestbook">
      {isSent && (
        <output className="comment-held">
          <HeldNote postId={null} />
        </output>
      )}
      {held.map((entry) => (
        <SentComment key={entry.id} comment={entry} />
      ))}
      <CommentForm postId={null} onSent={onSent} />
      <section aria-label={t('Entries')}>
        <Loaded query={query} loading={<Skeletons count={3} label={t('Loading the guestbook')} />} failed={failed}>
          {({ comments, page, totalPages, total }) =>
            comments.length === 0 ? (
              <EmptyState
                icon="book-open"
                title={total === 0 ? t('No entries yet') : undefined}
                actions={total > 0 && <ButtonLink href={hrefOf(1)}>{t('Go to the first page')}</ButtonLink>}
              >
                {total === 0 ? t('Be the first to sign the guestbook.') : t('There are no entries on this page.')}
              </EmptyState>
            ) : (
              <>
                <div className="comments-list" aria-busy={query.isPlaceholderData}>
                  {comments.map((entry) => (
                    <CommentEntry key={entry.id} comment={entry} />
                  ))}
                </div>
                <PageBar label={t('Guestbook pages')} page={page} totalPages={totalPages} hrefOf={hrefOf} />
              </>
            )
          }
        </Loaded>
      </section>
    </div>
  )
}

const failed = t('Unable to load the guestbook. Please try again later.')
