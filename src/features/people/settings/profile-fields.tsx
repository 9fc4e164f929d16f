import { t } from '#messages/messages.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import type { Faults } from '#web/use-form.ts'
import type { SettingsText } from './settings-text.hooks.ts'

interface Props {
  text: SettingsText
  faults: Faults
  change: (part: Partial<SettingsText>) => void
}

/** The text fields of the member's public profile. */
export const ProfileFields = ({ text, faults, change }: Props) => (
  <>
    <div className="form-row">
      <TextInput
        id="display-name"
        label={t('Display Name')}
        name="displayName"
        autoComplete="name"
        required
        maxLength={100}
        value={text.displayName}
        error={faults.displayName}
        onChange={(event) => change({ displayName: event.target.value })}
      />
      <TextInput
        label={t('Professional Title')}
        name="title"
        autoComplete="organization-title"
        placeholder={t('Software Developer')}
        maxLength={100}
        value={text.title}
        error={faults.title}
        onChange={(event) => change({ title: event.target.value })}
      />
    </div>
    <TextArea
      label={t('Bio')}
      name="bio"
      rows={5}
      maxLength={2000}
      value={text.bio}
      error={faults.bio}
      onChange={(event) => change({ bio: event.target.value })}
    />
    <TextInput
      id="github-username"
      label={t('GitHub Username')}
      name="githubUsername"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={text.githubUsername}
      error={faults.githubUsername}
      onChange={(event) => change({ githubUsername: event.target.value })}
    />
  </>
)
