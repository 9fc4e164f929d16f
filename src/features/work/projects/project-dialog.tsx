import { WritingDialog } from '#ui/writing-dialog.tsx'
import { ProjectForm } from './project-form.tsx'
import type { Project } from './projects.contract.ts'

interface Props {
  /** Null: a new one. */
  project: Project | null
  onClose: () => void
}

/** Where a project is added or changed. */
export const ProjectDialog = ({ project, onClose }: Props) => (
  <WritingDialog title={project ? 'Edit Project' : 'Add Project'} onClose={onClose}>
    {(form) => <ProjectForm project={project} onSaved={onClose} {...form} />}
  </WritingDialog>
)
