import './project-import.css'
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { useRepositories } from '#features/work/github/github.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { messageOf } from '#web/api.ts'
import { type ProjectDraft, ProjectImportInput } from './project-import.contract.ts'
import { useProjectImport } from './project-import.hooks.ts'

interface Props {
  /** Fills the empty fields, or all fields. @returns the labels of the fields whose text was kept */
  onDraft: (draft: ProjectDraft, isAll: boolean) => string[]
}

/** Fills the form from a GitHub repository. Typed text is kept unless the member chooses to replace it. */
export function ProjectImport({ onDraft }: Props) {
  const [address, setAddress] = useState('')
  const [kept, setKept] = useState<string[] | null>(null)
  const { data: draft, error, isPending, mutate, reset } = useProjectImport()
  const [fault, setFault] = useState<string>()
  const list = useId()

  function change(next: string) {
    setAddress(next)
    forget()
  }
  function forget() {
    setKept(null)
    setFault(undefined)
    reset()
  }
  function importDraft() {
    if (isPending) return
    forget()
    const { error } = ProjectImportInput.safeParse({ githubUrl: address })
    if (error) return setFault(error.issues[0]?.message)
    mutate(address, { onSuccess: (draft) => setKept(onDraft(draft, false)) })
  }
  function importOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    importDraft()
  }

  return (
    <fieldset className="project-import" aria-labelledby={`${list}-label`}>
      <p className="field-label" id={`${list}-label`}>
        {t('Import from GitHub')}
      </p>
      <div className="project-import-row">
        <TextInput
          label={t('Repository')}
          hideLabel
          placeholder="owner/name"
          inputMode="url"
          autoComplete="off"
          list={list}
          value={address}
          error={fault ?? (error ? messageOf(error, t('Failed to reach GitHub. Please try again.')) : undefined)}
          onChange={(event) => change(event.target.value)}
          onKeyDown={importOnEnter}
        />
        <Button icon="github" busy={isPending} onClick={importDraft}>
          {isPending ? t('Fetching...') : t('Fill in')}
        </Button>
      </div>
      <OwnRepositories id={list} />
      <output className="project-import-outcome">
        {kept && draft && (
          <>
            <span>
              {kept.length === 0
                ? filled
                : `${filled} ${t('Kept your text in: {fields}.', { fields: kept.join(', ') })}`}
            </span>
            {kept.length > 0 && (
              <Button size="s" onClick={() => setKept(onDraft(draft, true))}>
                {t('Replace my text')}
              </Button>
            )}
          </>
        )}
      </output>
    </fieldset>
  )
}

const filled = t('Filled in from GitHub. Nothing is saved yet.')

/** Suggests the member's own repositories. */
function OwnRepositories({ id }: { id: string }) {
  const viewer = useViewer()
  return viewer?.githubUsername ? <Choices id={id} username={viewer.username} /> : null
}

function Choices({ id, username }: { id: string; username: string }) {
  const { data: repositories = [] } = useRepositories(username)
  return (
    <datalist id={id}>
      {repositories.map(({ fullName, htmlUrl }) => (
        <option key={fullName} value={htmlUrl}>
          {fullName}
        </option>
      ))}
    </datalist>
  )
}
