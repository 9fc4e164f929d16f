import './project-form.css'
import { useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import type { ProjectDraft } from './project-import.contract.ts'
import { fillForm } from './project-import.hooks.ts'
import { ProjectImport } from './project-import.tsx'
import type { PictureInput } from './project-pictures.contract.ts'
import { ProjectLinkFields, ProjectOptions, ProjectTechnologies, ProjectTextFields } from './project-fields.tsx'
import { ProjectGalleryField } from './project-gallery-field.tsx'
import { ProjectThumbnailField } from './project-thumbnail-field.tsx'
import { type Project, ProjectInput } from './projects.contract.ts'
import { failureOf, useSaveProject } from './projects.hooks.ts'

interface Props {
  project: Project | null
  onChange: () => void
  onCancel: () => void
  onSaved: () => void
}

type Failure = ReturnType<typeof failureOf>

/** The form for a project. After a failed save, the fields keep what was typed. Source: docs/product.md, Screens and
 *  Validation. */
export function ProjectForm({ project, onChange, onCancel, onSaved }: Props) {
  const save = useSaveProject(project)
  const [isUploading, setUploading] = useState(false)
  const [isGalleryBusy, setGalleryBusy] = useState(false)
  const [pictures, setPictures] = useState<PictureInput[] | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { onSubmit, faults, isPending } = useForm(ProjectInput, async (input) => {
    setFailure(null)
    try {
      const saved = await save.mutateAsync({ ...input, ...(pictures && { pictures }) })
      const title = project ? t('Project updated') : t('Project added')
      showToast({
        title,
        description: t('“{title}” is now visible to everyone.', { title: saved.title }),
        variant: 'success',
      })
      onSaved()
    } catch (reason) {
      setFailure(failureOf(reason, project ? 'updating' : 'creating'))
    }
  })
  const form = useRef<HTMLFormElement>(null)
  function fill(draft: ProjectDraft, isAll: boolean): string[] {
    onChange()
    return fillForm(form.current!, draft, isAll)
  }
  return (
    <form className="form" noValidate ref={form} onSubmit={(event) => void onSubmit(event)} onInput={onChange}>
      {!project && <ProjectImport onDraft={fill} />}
      <ProjectTextFields project={project} faults={faults} />
      <ProjectThumbnailField
        address={project?.thumbnailUrl ?? ''}
        error={faults.thumbnailUrl}
        onChange={onChange}
        onBusy={setUploading}
      />
      <ProjectGalleryField
        project={project}
        pictures={pictures}
        onBusy={setGalleryBusy}
        onChange={(change) => {
          setPictures(change)
          onChange()
        }}
      />
      <ProjectLinkFields project={project} faults={faults} />
      <ProjectTechnologies project={project} faults={faults} />
      <ProjectOptions project={project} onChange={onChange} />
      <SaveFailure failure={failure} />
      <div className="form-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          aria-disabled={isUploading || isGalleryBusy || undefined}
        >
          {submitLabel(project, isPending)}
        </Button>
      </div>
    </form>
  )
}

const SaveFailure = ({ failure }: { failure: Failure | null }) => (
  <div role="alert">
    {failure && (
      <p className="project-form-failure">
        <Icon name="circle-alert" />
        <span>
          <strong>{failure.title}</strong> {failure.description}
        </span>
      </p>
    )}
  </div>
)

function submitLabel(project: Project | null, isPending: boolean): string {
  if (project) return isPending ? t('Saving...') : t('Save Changes')
  return isPending ? t('Adding...') : t('Add Project')
}
