import './project-form.css'
import { useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Switch, TextArea, TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import type { ProjectDraft } from './project-import.contract.ts'
import { fillForm } from './project-import.hooks.ts'
import { ProjectImport } from './project-import.tsx'
import type { PictureInput } from './project-pictures.contract.ts'
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

/** The form for a project. After a failed save, the fields keep what was typed. Source: docs/product.md, Screens and
 *  Validation. */
export function ProjectForm({ project, onChange, onCancel, onSaved }: Props) {
  const save = useSaveProject(project)
  const [isFeatured, setFeatured] = useState(project?.featured ?? false)
  const [isReadmeShown, setReadmeShown] = useState(project?.showReadme ?? true)
  const [isUploading, setUploading] = useState(false)
  const [isGalleryBusy, setGalleryBusy] = useState(false)
  const [pictures, setPictures] = useState<PictureInput[] | null>(null)
  const [failure, setFailure] = useState<ReturnType<typeof failureOf> | null>(null)
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
  const submitLabel = project ? t('Save Changes') : t('Add Project')
  const pendingLabel = project ? t('Saving...') : t('Adding...')
  const url = { type: 'url', inputMode: 'url', placeholder: 'https://', autoComplete: 'off' } as const
  return (
    <form className="form" noValidate ref={form} onSubmit={(event) => void onSubmit(event)} onInput={onChange}>
      {!project && <ProjectImport onDraft={fill} />}
      <TextInput
        label={t('Title')}
        name="title"
        defaultValue={project?.title}
        error={faults.title}
        required
        maxLength={100}
      />
      <TextArea
        label={t('Description')}
        name="description"
        rows={4}
        defaultValue={project?.description}
        error={faults.description}
        required
        maxLength={2000}
      />
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
      <div className="form-row">
        <TextInput
          label={t('Live URL')}
          name="deploymentUrl"
          {...url}
          defaultValue={project?.deploymentUrl}
          error={faults.deploymentUrl}
        />
        <TextInput
          label={t('GitHub URL')}
          name="githubUrl"
          {...url}
          defaultValue={project?.githubUrl}
          error={faults.githubUrl}
        />
      </div>
      <TextInput
        label={t('Demo Video URL')}
        name="demoVideoUrl"
        {...url}
        defaultValue={project?.demoVideoUrl}
        error={faults.demoVideoUrl}
        hint={t('YouTube, Vimeo, and video files (https) play on the project’s page.')}
      />
      <TextInput
        label={t('Technologies')}
        name="technologies"
        defaultValue={project?.technologies.join(', ')}
        error={faults.technologies}
        placeholder={t('TypeScript, PostgreSQL')}
        hint={t('Separated by commas.')}
        autoComplete="off"
      />
      <Switch
        label={t('Featured')}
        name="featured"
        hint={t('Shown before your other projects.')}
        checked={isFeatured}
        onChange={(checked) => {
          setFeatured(checked)
          onChange()
        }}
      />
      <Switch
        label={t('Show README from GitHub')}
        name="showReadme"
        hint={t('Requires the GitHub URL of a public repository.')}
        checked={isReadmeShown}
        onChange={(checked) => {
          setReadmeShown(checked)
          onChange()
        }}
      />
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
      <div className="form-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          aria-disabled={isUploading || isGalleryBusy || undefined}
        >
          {isPending ? pendingLabel : submitLabel}
        </Button>
      </div>
    </form>
  )
}
