import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { useEditRefusal } from '#features/people/profiles/profiles.hooks.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { focusContent } from '#web/focus-content.ts'
import { DeleteProjectDialog } from './delete-project.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { notYoursToDelete, notYoursToEdit, type Project } from './projects.contract.ts'

interface Props {
  project: Project
  onDeleted?: () => void
}

/** Edit and Delete. Both are disabled and show the reason for members who cannot use them. */
export function ProjectMenu({ project, onDeleted = focusContent }: Props) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const refusal = useEditRefusal(notYoursToEdit())
  return (
    <>
      <Menu label={t('Options for {title}', { title: project.title })}>
        <MenuItem icon="pencil" disabledReason={project.canEdit ? undefined : refusal} onSelect={() => setOpen('edit')}>
          {t('Edit')}
        </MenuItem>
        <MenuItem
          icon="trash-2"
          isDanger
          disabledReason={project.canDelete ? undefined : notYoursToDelete()}
          onSelect={() => setOpen('delete')}
        >
          {t('Delete')}
        </MenuItem>
      </Menu>
      {open === 'edit' && <ProjectDialog project={project} onClose={close} />}
      <DeleteProjectDialog project={project} isOpen={open === 'delete'} onClose={close} onDeleted={onDeleted} />
    </>
  )
}
