import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { DeletePostDialog } from '#features/writing/posts/delete-post.tsx'
import { ReportedPostCard } from '#features/admin/reports/reported-post.tsx'
import type { ReportedPost, ReportStatus } from '#features/admin/reports/reports.contract.ts'
import { useMoveReports, useRefetchReports } from '#features/admin/reports/reports.hooks.ts'
import { SuspendDialog } from '#features/admin/suspensions/suspend-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure, useAction } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'

/** A reported post with its actions for administrators. */
export function ReportedPostEntry({ item }: { item: ReportedPost }) {
  const { post, closedAt } = item
  const [asking, setAsking] = useState<'delete' | 'suspend' | null>(null)
  const { run, isBusy } = useMoveWithToast(post.id)
  const refetchReports = useRefetchReports()
  const close = () => setAsking(null)
  return (
    <>
      <ReportedPostCard
        item={item}
        actions={
          <>
            {closedAt ? (
              <Button icon="undo-2" busy={isBusy} onClick={() => void run('open')}>
                {t('Reopen')}
              </Button>
            ) : (
              <Button icon="check" busy={isBusy} onClick={() => void run('closed')}>
                {t('Dismiss (context: a report)')}
              </Button>
            )}
            {!post.isHidden && (
              <Button icon="trash-2" onClick={() => setAsking('delete')}>
                {t('Delete post')}
              </Button>
            )}
            {!post.isHidden && post.canSuspend && (
              <Button icon="shield" onClick={() => setAsking('suspend')}>
                {t('Suspend author')}
              </Button>
            )}
          </>
        }
      />
      <DeletePostDialog
        post={post}
        isOpen={asking === 'delete'}
        onClose={close}
        onDeleted={() => {
          focusContent()
          void refetchReports()
        }}
      />
      <SuspendDialog member={post.user} isOpen={asking === 'suspend'} onClose={close} />
    </>
  )
}

const failure = t('Failed to update the reports. Try again.')

/** Closes or reopens a post's reports, and shows a toast with an undo button. */
function useMoveWithToast(postId: number) {
  const moveReports = useMoveReports()
  async function move(status: ReportStatus): Promise<void> {
    await moveReports(postId, status)
    focusContent()
    const undo = () => move(status === 'closed' ? 'open' : 'closed')
    showToast({
      title: status === 'closed' ? t('Reports dismissed') : t('Reports reopened'),
      variant: 'success',
      action: {
        label: t('Undo'),
        onSelect: () => void undo().catch((reason: unknown) => showFailure(reason, failure)),
      },
    })
  }
  return useAction(move, failure)
}
