import './testimonials-form.css'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { RowsForm, type RowTexts } from '#web/rows-form.tsx'
import { useFragment } from '#web/use-fragment.ts'
import {
  maxAuthorLength,
  maxTestimonialLength,
  maxTestimonials,
  type Testimonial,
  TestimonialsInput,
} from './testimonials.contract.ts'
import { testimonialsQuery, useSaveTestimonials } from './testimonials.hooks.ts'

interface EditorProps {
  viewer: Viewer
  /** Called a moment after saving. */
  onSaved?: (() => void) | undefined
}

/** The form for what others say about a member, saved separately from the profile. */
export const TestimonialsForm = ({ viewer, onSaved }: EditorProps) => (
  <Loaded
    query={useQuery({ ...testimonialsQuery(viewer.id), refetchOnMount: 'always' })}
    loading={<Skeletons count={1} label={t('Loading your testimonials')} />}
    failed={t('Your testimonials failed to load')}
  >
    {({ testimonials }) => <Editor viewer={viewer} saved={testimonials} onSaved={onSaved} />}
  </Loaded>
)

const Fields = z.object({ text: z.string(), name: z.string(), role: z.string(), url: z.string() })

const texts: RowTexts = {
  entry: t('Testimonial'),
  numbered: (number) => t('testimonial {number}', { number }),
  list: t('Your testimonials'),
  add: t('Add testimonial'),
  save: t('Save testimonials'),
  unsaved: t('You have unsaved testimonials.'),
  saved: t('Testimonials saved'),
  failed: t('Failed to save testimonials'),
}

function Editor({ viewer, saved, onSaved }: EditorProps & { saved: Testimonial[] }) {
  useFragment('testimonials')
  const { mutateAsync: save } = useSaveTestimonials(viewer.id)
  return (
    <RowsForm
      name="testimonials"
      texts={texts}
      max={maxTestimonials}
      storageKey={`testimonials-draft:${viewer.id}`}
      schema={Fields}
      empty={{ text: '', name: '', role: '', url: '' }}
      saved={saved}
      labelOf={({ name }) => name && t('testimonial by {name}', { name })}
      input={TestimonialsInput}
      save={({ testimonials }) => save(testimonials)}
      onSaved={onSaved}
      hint={t(
        'Add up to {maxTestimonials} quotes from people you have worked with. Ask them first. Your profile shows them in this order.',
        { maxTestimonials },
      )}
    >
      {({ fields: { text, name, role, url }, nameOf, faults, onChange }) => (
        <>
          <div className="testimonial-text">
            <TextArea
              label={t('Quote')}
              name={nameOf('text')}
              rows={3}
              maxLength={maxTestimonialLength}
              value={text}
              error={faults[nameOf('text')]}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          </div>
          <TextInput
            label={t('Name')}
            name={nameOf('name')}
            autoComplete="off"
            maxLength={maxAuthorLength}
            value={name}
            error={faults[nameOf('name')]}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <TextInput
            label={t('Role or company')}
            name={nameOf('role')}
            autoComplete="off"
            maxLength={maxAuthorLength}
            hint={t('Optional.')}
            value={role}
            error={faults[nameOf('role')]}
            onChange={(event) => onChange({ role: event.target.value })}
          />
          <div className="testimonial-text">
            <TextInput
              label={t('URL')}
              name={nameOf('url')}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              hint={t('Optional. The name will link to it.')}
              value={url}
              error={faults[nameOf('url')]}
              onChange={(event) => onChange({ url: event.target.value })}
            />
          </div>
        </>
      )}
    </RowsForm>
  )
}
