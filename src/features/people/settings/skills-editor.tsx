import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { distinctSkills, maxSkillLength, maxSkills } from '#features/people/profiles/profile-settings.contract.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { TextInput } from '#ui/field.tsx'

interface Props {
  skills: string[]
  error: string | undefined
  onChange: (skills: string[]) => void
}

/** The list of skills. The button or Enter adds the typed skill, and × removes a skill; both changes are announced to
 *  screen readers. */
export function SkillsEditor({ skills, error, onChange }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [announcement, announce] = useState('')

  function add() {
    const input = field.current!
    const skill = input.value.trim()
    const next = distinctSkills([...skills, skill])
    if (next.length > skills.length) onChange(next)
    if (skill !== '')
      announce(
        next.length > skills.length ? t('{skill} added', { skill }) : t('{skill} is already in the list', { skill }),
      )
    input.value = ''
    input.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }

  function remove(skill: string) {
    onChange(skills.filter((one) => one !== skill))
    announce(t('{skill} removed', { skill }))
    field.current?.focus()
  }

  return (
    <div className="skills-editor">
      <div className="skills-entry">
        <TextInput
          ref={field}
          id="skills"
          label={t('Skills')}
          name="skills"
          placeholder="TypeScript"
          maxLength={maxSkillLength}
          autoComplete="off"
          enterKeyHint="enter"
          error={error}
          disabled={skills.length >= maxSkills}
          onKeyDown={onKeyDown}
        />
        <Button icon="plus" onClick={add} aria-label={t('Add skill')}>
          {t('Add')}
        </Button>
      </div>
      {skills.length > 0 && (
        <ul className="chips" aria-label={t('Your skills')} id={id}>
          {skills.map((skill) => (
            <li key={skill}>
              <Chip removeLabel={t('Remove {skill}', { skill })} onRemove={() => remove(skill)}>
                {skill}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <output className="visually-hidden">{announcement}</output>
    </div>
  )
}
