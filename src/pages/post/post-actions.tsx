import { useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { ReportButton } from '#features/admin/reports/report-button.tsx'
import { postMentionsAddress } from '#features/conversation/sent-webmentions/sent-webmention-addresses.contract.ts'
import { useEditRefusal } from '#features/people/profiles/profiles.hooks.ts'
import { notYoursToDelete, notYoursToEdit } from '#features/writing/post-cards/post-menu.tsx'
import { DeletePostDialog } from '#features/writing/posts/delete-post.tsx'
import { editPath } from '#features/writing/posts/post-addresses.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'

/** Edit and Delete (disabled on other authors' posts, with the reason shown), and Report. Authors edit articles at the
 *  top. */
export function PostActions({ post }: { post: Post }) {
  const [isAsking, setAsking] = useState(false)
  const refusal = useEditRefusal(notYoursToEdit)
  const [, navigate] = useLocation()
  return (
    <div className="push row">
      {post.canEdit && !post.isLongForm && (
        <ButtonLink variant="plain" size="s" icon="pencil" href={editPath(post)}>
          {t('Edit')}
        </ButtonLink>
      )}
      {!post.canEdit && (
        <Button variant="plain" size="s" icon="pencil" aria-disabled title={refusal}>
          {t('Edit')}
        </Button>
      )}
      <Button
        variant="plain"
        size="s"
        icon="trash-2"
        {...(post.canDelete ? { onClick: () => setAsking(true) } : { 'aria-disabled': true, title: notYoursToDelete })}
      >
        {t('Delete')}
      </Button>
      {post.canDelete && (
        <ButtonLink
          variant="plain"
          size="s"
          icon="send"
          href={postMentionsAddress.href({ id: post.id })}
          title={t('Sent webmentions')}
        >
          {rich('<hidden>Sent </hidden>Webmentions', {
            hidden: (text) => <span className="visually-hidden">{text}</span>,
          })}
        </ButtonLink>
      )}
      <ReportButton post={post} />
      <DeletePostDialog
        post={post}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDeleted={() => navigate('/')}
      />
    </div>
  )
}
