import { useState } from 'react'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { focusContent } from '#web/focus-content.ts'
import { DeleteProjectDialog } from './delete-project.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { notYoursToDelete, notYoursToEdit, type Project } from './projects.contract.ts'

interface Props {
  project: Project
  onDeleted?: () => void
}

/** Edit and Delete. On other members' projects, both are disabled and show the reason. */
export function ProjectMenu({ project, onDeleted = focusContent }: Props) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const reason = (text: string) => (project.canEdit ? undefined : text)
  return (
    <>
      <Menu label={`Options for ${project.title}`}>
        <MenuItem icon="pencil" disabledReason={reason(notYoursToEdit)} onSelect={() => setOpen('edit')}>
          Edit
        </MenuItem>
        <MenuItem icon="trash-2" isDanger disabledReason={reason(notYoursToDelete)} onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {open === 'edit' && <ProjectDialog project={project} onClose={close} />}
      <DeleteProjectDialog project={project} isOpen={open === 'delete'} onClose={close} onDeleted={onDeleted} />
    </>
  )
}
