import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Switch, TextArea, TextInput } from '#ui/field.tsx'
import type { Faults } from '#web/use-form.ts'
import type { Project } from './projects.contract.ts'

interface Props {
  /** Null for a new project. */
  project: Project | null
  faults: Faults
}

export const ProjectTextFields = ({ project, faults }: Props) => (
  <>
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
  </>
)

export function ProjectLinkFields({ project, faults }: Props) {
  const url = { type: 'url', inputMode: 'url', placeholder: 'https://', autoComplete: 'off' } as const
  return (
    <>
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
    </>
  )
}

export const ProjectTechnologies = ({ project, faults }: Props) => (
  <TextInput
    label={t('Technologies')}
    name="technologies"
    defaultValue={project?.technologies.join(', ')}
    error={faults.technologies}
    placeholder={t('TypeScript, PostgreSQL')}
    hint={t('Separated by commas.')}
    autoComplete="off"
  />
)

export const ProjectOptions = ({ project, onChange }: { project: Project | null; onChange: () => void }) => (
  <>
    <ProjectSwitch
      label={t('Featured')}
      name="featured"
      hint={t('Shown before your other projects.')}
      isOn={project?.featured ?? false}
      onChange={onChange}
    />
    <ProjectSwitch
      label={t('Show README from GitHub')}
      name="showReadme"
      hint={t('Requires the GitHub URL of a public repository.')}
      isOn={project?.showReadme ?? true}
      onChange={onChange}
    />
  </>
)

interface SwitchProps {
  label: string
  name: string
  hint: string
  /** The saved value. */
  isOn: boolean
  onChange: () => void
}

function ProjectSwitch({ isOn, onChange, ...rest }: SwitchProps) {
  const [checked, setChecked] = useState(isOn)
  return (
    <Switch
      {...rest}
      checked={checked}
      onChange={(next) => {
        setChecked(next)
        onChange()
      }}
    />
  )
}
