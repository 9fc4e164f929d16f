import { t } from '#messages/messages.ts'
import { WritingDialog } from '#ui/writing-dialog.tsx'
import { ProjectForm } from './project-form.tsx'
import type { Project } from './projects.contract.ts'

interface Props {
  /** The project to edit; null adds a new one. */
  project: Project | null
  onClose: () => void
}

/** A dialog for adding or editing a project. */
export const ProjectDialog = ({ project, onClose }: Props) => (
  <WritingDialog title={project ? t('Edit Project') : t('Add Project')} onClose={onClose}>
    {(form) => <ProjectForm project={project} onSaved={onClose} {...form} />}
  </WritingDialog>
)
