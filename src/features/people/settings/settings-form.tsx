import './settings.css'
import { type SubmitEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { distinctSkills } from '#features/people/profiles/profile-settings.contract.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { showToast } from '#ui/toasts.ts'
import { useFragment } from '#web/use-fragment.ts'
import { GithubRefresh } from './github-refresh.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { useSaveSettings } from './save-settings.hooks.ts'
import { ProfileFields } from './profile-fields.tsx'
import { type SettingsText, useSettingsText } from './settings-text.hooks.ts'
import { SkillsEditor } from './skills-editor.tsx'

/** The form for the member's public profile, which then opens the feed. */
export function SettingsForm({ viewer }: { viewer: Viewer }) {
  useFragment('profile')
  // Focuses the card, because its first field is a minor one.
  return (
    <Card id="profile" tabIndex={-1} title={t('Profile Settings')} aria-label={t('Profile Settings')}>
      <ProfileForm viewer={viewer} />
    </Card>
  )
}

interface ProfileFormProps {
  viewer: Viewer
  /** Called a moment after saving. By default, the form opens the feed. */
  onSaved?: () => void
}

export function ProfileForm({ viewer, onSaved }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { text, change, reset, wasRestored } = useSettingsText(viewer)
  const { save, isPending, faults, onInput } = useSaveSettings(onSaved)
  const [isUploading, setUploading] = useState(false)
  const hasGithub = useIsOn('github')
  useFragment('github-username')
  useFragment('skills')

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending || isUploading) return
    const { isSaved, title, description, faults } = await save(takeTypedSkill())
    showToast({ title, description, variant: isSaved ? 'success' : 'error' })
    if (isSaved) return reset()
    const [first] = Object.keys(faults)
    const field = first === undefined ? null : form.current?.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  /** Adds the skill that is still in the input field, so that saving includes it. */
  function takeTypedSkill(): SettingsText {
    const field = form.current?.elements.namedItem('skills')
    if (!(field instanceof HTMLInputElement)) return text
    const skills = distinctSkills([...text.skills, field.value])
    if (skills.length > text.skills.length) change({ skills })
    field.value = ''
    return { ...text, skills }
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="form"
      onSubmit={(event) => void onSubmit(event)}
      onInput={onInput}
    >
      {wasRestored && <RestoredNote onDiscard={reset} />}
      <ProfilePicture
        name={text.displayName || viewer.username}
        image={text.profileImage}
        savedImage={viewer.profileImage}
        error={faults.profileImage}
        onChange={(profileImage) => change({ profileImage })}
        onBusy={setUploading}
      />
      <ProfileFields text={text} faults={faults} change={change} />
      <SkillsEditor skills={text.skills} error={faults.skills} onChange={(skills) => change({ skills })} />
      {hasGithub && <GithubRefresh username={viewer.username} githubUsername={viewer.githubUsername} />}
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={isPending} aria-disabled={isUploading || undefined}>
          {isPending ? t('Saving...') : t('Save Changes')}
        </Button>
      </div>
    </form>
  )
}

const RestoredNote = ({ onDiscard }: { onDiscard: () => void }) => (
  <div className="settings-restored">
    <output>{t('You have unsaved changes.')}</output>
    <Button size="s" icon="undo-2" onClick={onDiscard}>
      {t('Discard changes')}
    </Button>
  </div>
)
