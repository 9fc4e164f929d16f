import './talks-form.css'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { RowsForm, type RowTexts } from '#web/rows-form.tsx'
import { useFragment } from '#web/use-fragment.ts'
import { maxTalkDescription, maxTalkLine, maxTalks, type Talk, TalksInput } from './talks.contract.ts'
import { talksQuery, useSaveTalks } from './talks.hooks.ts'

interface EditorProps {
  viewer: Viewer
  /** Called a moment after saving. */
  onSaved?: (() => void) | undefined
}

/** The form for the member's talks, saved separately from the profile. */
export const TalksForm = ({ viewer, onSaved }: EditorProps) => (
  <Loaded
    query={useQuery({ ...talksQuery(viewer.id), refetchOnMount: 'always' })}
    loading={<Skeletons count={1} label={t('Loading your talks')} />}
    failed={t('Your talks failed to load')}
  >
    {({ talks }) => <Editor viewer={viewer} saved={talks} onSaved={onSaved} />}
  </Loaded>
)

const empty: Talk = { title: '', event: '', place: '', date: '', slidesUrl: '', videoUrl: '', description: '' }
const Fields = z.object({
  title: z.string(),
  event: z.string(),
  place: z.string(),
  date: z.string(),
  slidesUrl: z.string(),
  videoUrl: z.string(),
  description: z.string(),
})

const texts: RowTexts = {
  entry: t('Talk'),
  numbered: (number) => t('talk {number}', { number }),
  list: t('Your talks'),
  add: t('Add talk'),
  save: t('Save talks'),
  unsaved: t('You have unsaved talks.'),
  saved: t('Talks saved'),
  failed: t('Failed to save talks'),
}

function Editor({ viewer, saved, onSaved }: EditorProps & { saved: Talk[] }) {
  useFragment('talks')
  const { mutateAsync: save } = useSaveTalks(viewer.id)
  return (
    <RowsForm
      name="talks"
      texts={texts}
      max={maxTalks}
      storageKey={`talks-draft:${viewer.id}`}
      schema={Fields}
      empty={empty}
      saved={saved}
      labelOf={({ title }) => title && t('talk “{title}”', { title })}
      input={TalksInput}
      save={({ talks }) => save(talks)}
      onSaved={onSaved}
      hint={t(
        'Add up to {maxTalks} talks. Only the title is required. They appear in this order on your profile, portfolio, and CV.',
        { maxTalks },
      )}
    >
      {({ fields, nameOf, faults, onChange }) => {
        const inputProps = (name: keyof Talk) => ({
          name: nameOf(name),
          value: fields[name],
          error: faults[nameOf(name)],
          autoComplete: 'off',
          onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
        })
        return <TalkFields inputProps={inputProps} />
      }}
    </RowsForm>
  )
}

interface TalkFieldsProps {
  inputProps: (name: keyof Talk) => {
    name: string
    value: string
    error: string | undefined
    autoComplete: string
    onChange: (event: { target: { value: string } }) => void
  }
}

const urlProps = { type: 'url', inputMode: 'url', placeholder: 'https://' } as const

const TalkFields = ({ inputProps }: TalkFieldsProps) => (
  <div className="talk-fields">
    <TextInput label={t('Title')} maxLength={maxTalkLine} {...inputProps('title')} />
    <div className="talk-third">
      <TextInput label={t('Event')} maxLength={maxTalkLine} {...inputProps('event')} />
    </div>
    <div className="talk-third">
      <TextInput label={t('Location')} maxLength={maxTalkLine} {...inputProps('place')} />
    </div>
    <div className="talk-third">
      <TextInput label={t('Date')} hint={t('For example, 2024, 2024-05, or 2024-05-31.')} {...inputProps('date')} />
    </div>
    <div className="talk-half">
      <TextInput label={t('Slides URL')} {...urlProps} {...inputProps('slidesUrl')} />
    </div>
    <div className="talk-half">
      <TextInput label={t('Video URL')} {...urlProps} {...inputProps('videoUrl')} />
    </div>
    <TextArea label={t('Description')} rows={2} maxLength={maxTalkDescription} {...inputProps('description')} />
  </div>
)
