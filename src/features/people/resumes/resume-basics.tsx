import { t } from '#messages/messages.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import type { Faults } from '#web/use-form.ts'
import type { Basics } from './resumes.contract.ts'

interface Props {
  viewer: Viewer
  basics: Basics
  faults: Faults
  onChange: (part: Partial<Basics>) => void
}

const contacts = [
  { name: 'email', label: t('Email'), type: 'email' },
  { name: 'phone', label: t('Phone'), type: 'tel' },
  { name: 'url', label: t('Website'), type: 'url', placeholder: 'https://' },
  { name: 'city', label: t('City'), type: 'text' },
  { name: 'region', label: t('Region'), type: 'text' },
  { name: 'countryCode', label: t('Country code'), type: 'text', placeholder: 'PT' },
] as const

/** The headline, the summary, and the contact details to publish. */
export function BasicsFields({ viewer, basics, faults, onChange }: Props) {
  return (
    <>
      <TextInput
        label={t('Headline')}
        name="basics.label"
        autoComplete="off"
        placeholder={viewer.title}
        hint={t('If empty, your profile’s title is shown.')}
        value={basics.label}
        error={faults['basics.label']}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextArea
        label={t('Summary')}
        name="basics.summary"
        rows={4}
        placeholder={viewer.bio}
        hint={t('If empty, your profile’s bio is shown.')}
        value={basics.summary}
        error={faults['basics.summary']}
        onChange={({ target }) => onChange({ summary: target.value })}
      />
      <fieldset className="resume-contacts">
        <legend>{t('Contact details')}</legend>
        <p className="field-hint is-wide">{t('All optional. Anyone can see what you enter here.')}</p>
        {contacts.map(({ name, ...field }) => (
          <TextInput
            key={name}
            {...field}
            name={`basics.${name}`}
            autoComplete="off"
            value={basics[name]}
            error={faults[`basics.${name}`]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        ))}
      </fieldset>
    </>
  )
}
