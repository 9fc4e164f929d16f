import { ConfirmAction } from '#web/action.tsx'
import type { Project } from './projects.contract.ts'
import { failureOf, useDeleteProject } from './projects.hooks.ts'

interface Props {
  project: Pick<Project, 'id' | 'title'>
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation and deletes the project. */
export function DeleteProjectDialog({ project: { id, title }, isOpen, onClose, onDeleted }: Props) {
  const remove = useDeleteProject(id)
  return (
    <ConfirmAction
      isOpen={isOpen}
      onClose={onClose}
      title="Delete project"
      description={`Are you sure you want to delete “${title}”? This action cannot be undone.`}
      confirmLabel="Delete"
      action={() => remove.mutateAsync()}
      success={{ title: 'Project deleted', description: `“${title}” was deleted.`, variant: 'success' }}
      failure={(reason) => failureOf(reason, 'deleting')}
      onDone={onDeleted}
    />
  )
}
