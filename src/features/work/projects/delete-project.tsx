import { flushSync } from 'react-dom'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import type { Project } from './projects.contract.ts'
import { failureOf, useDeleteProject } from './projects.hooks.ts'

interface Props {
  project: Pick<Project, 'id' | 'title'>
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks, deletes, tells. */
export function DeleteProjectDialog({ project: { id, title }, isOpen, onClose, onDeleted }: Props) {
  const remove = useDeleteProject(id)
  async function confirm() {
    try {
      await remove.mutateAsync()
      showToast({ title: 'Project deleted', description: `“${title}” is gone.`, variant: 'success' })
      flushSync(onClose) // nothing behind an open dialog takes the focus
      onDeleted()
    } catch (reason) {
      showToast({ ...failureOf(reason, 'deleting'), variant: 'error' })
      onClose()
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete project"
      description={`Are you sure you want to delete “${title}”? This action cannot be undone.`}
      confirmLabel="Delete"
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
