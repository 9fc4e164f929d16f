import { t } from '#messages/messages.ts'
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
      title={t('Delete project')}
      description={t('Are you sure you want to delete “{title}”? This action cannot be undone.', { title })}
      confirmLabel={t('Delete')}
      action={() => remove.mutateAsync()}
      success={{ title: t('Project deleted'), description: t('“{title}” was deleted.', { title }), variant: 'success' }}
      failure={(reason) => failureOf(reason, 'deleting')}
      onDone={onDeleted}
    />
  )
}
