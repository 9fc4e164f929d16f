import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { editPath } from '#features/writing/posts/post-addresses.contract.ts'
import { MuteItem } from '#features/people/mutes/mute-item.tsx'
import { useEditRefusal } from '#features/people/profiles/profiles.hooks.ts'
import { PinItem } from '#features/writing/pins/pin-item.tsx'
import { ReportDialog } from '#features/admin/reports/report-dialog.tsx'
import { ReportItem } from '#features/admin/reports/report-item.tsx'
import { postMentionsAddress } from '#features/conversation/sent-webmentions/sent-webmention-addresses.contract.ts'
import { Menu, MenuItem, MenuLink } from '#ui/menu.tsx'
import { focusContent } from '#web/focus-content.ts'
import { DeletePostDialog, type DeletionWords } from '#features/writing/posts/delete-post.tsx'
import type { Post } from '#features/writing/posts/posts.contract.ts'

export const notYoursToEdit = t('You can only edit your own posts.')
export const notYoursToDelete = t('You can only delete your own posts.')

interface Props {
  post: Post
  /** The messages about the deletion, if they differ from those for posts. */
  deletion?: DeletionWords
}

/** The menu for a post. Edit and Delete are disabled, with the reason, for members who cannot use them; other items are
 *  hidden. */
export function PostMenu({ post, deletion }: Props) {
  const [isAsking, setAsking] = useState(false)
  const refusal = useEditRefusal(notYoursToEdit)
  const [isReporting, setReporting] = useState(false)
  return (
    <>
      <Menu label={t('Post options')}>
        {post.canEdit ? (
          <MenuLink href={editPath(post)} icon="pencil">
            {t('Edit')}
          </MenuLink>
        ) : (
          <MenuItem icon="pencil" disabledReason={refusal} onSelect={nothing}>
            {t('Edit')}
          </MenuItem>
        )}
        <PinItem post={post} />
        {post.canDelete && (
          <MenuLink href={postMentionsAddress.href({ id: post.id })} icon="send">
            {t('Sent webmentions')}
          </MenuLink>
        )}
        <MenuItem
          icon="trash-2"
          isDanger
          disabledReason={post.canDelete ? undefined : notYoursToDelete}
          onSelect={() => setAsking(true)}
        >
          {t('Delete')}
        </MenuItem>
        <MuteItem member={post.user} />
        <ReportItem post={post} onSelect={() => setReporting(true)} />
      </Menu>
      <DeletePostDialog
        post={post}
        words={deletion}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDeleted={focusContent}
      />
      <ReportDialog post={post} isOpen={isReporting} onClose={() => setReporting(false)} />
    </>
  )
}

const nothing = () => undefined
