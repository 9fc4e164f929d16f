import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Switch, TextArea, TextInput } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import { messageOf } from '#web/api.ts'
import { type Faults, useForm } from '#web/use-form.ts'
import { LivestreamForm, localTimeOf } from './livestream-form.contract.ts'
import { isInThePast, type OwnLivestream } from './livestreams.contract.ts'
import { useSaveLivestream } from './livestreams.hooks.ts'

interface Props {
  stream: OwnLivestream | null
  onChange: () => void
  onCancel: () => void
  onSaved: () => void
}

/** The form for a livestream. It keeps its values if saving fails. Source: docs/product.md, Screens, Validation, and
 *  Errors */
export function LivestreamFields({ stream, onChange, onCancel, onSaved }: Props) {
  const [isPublic, setPublic] = useState(stream?.isPublic ?? true)
  const save = useSaveLivestream(stream)
  const { onSubmit, faults, isPending } = useForm(LivestreamForm, async (input): Promise<Faults> => {
    const scheduledAt = isSameMinute(input.scheduledAt, stream?.scheduledAt) ? stream!.scheduledAt : input.scheduledAt
    const isPast = scheduledAt !== null && Date.parse(scheduledAt) < Date.now()
    if (isPast && scheduledAt !== stream?.scheduledAt) return { scheduledAt: isInThePast() }
    try {
      await save.mutateAsync({ ...input, scheduledAt })
    } catch (reason) {
      const fallback = stream ? t('Failed to update livestream') : t('Failed to create livestream')
      showFailure(reason, fallback)
      return { form: messageOf(reason, fallback) }
    }
    const description = stream ? t('Livestream updated successfully') : t('Livestream created successfully')
    showToast({ title: t('Success'), description, variant: 'success' })
    onSaved()
    return {}
  })
  return (
    <form className="form" noValidate onSubmit={(event) => void onSubmit(event)} onInput={onChange}>
      <TextInput
        label={t('Title')}
        name="title"
        defaultValue={stream?.title}
        error={faults['title']}
        maxLength={100}
        required
        dir="auto"
      />
      <TextArea
        label={t('Description')}
        name="description"
        rows={3}
        defaultValue={stream?.description}
        error={faults['description']}
        maxLength={500}
        dir="auto"
      />
      <TextInput
        label={t('Scheduled for')}
        name="scheduledAt"
        type="datetime-local"
        defaultValue={localTimeOf(stream?.scheduledAt ?? null)}
        error={faults['scheduledAt']}
        hint={t('Optional. Viewers see a countdown and can add it to their calendar.')}
      />
      <Switch
        label={t('Public Stream')}
        name="isPublic"
        hint={isPublic ? t('Everyone can find and watch it.') : t('Only you can see it.')}
        checked={isPublic}
        onChange={(checked) => {
          setPublic(checked)
          onChange()
        }}
      />
      <FormError message={faults['form']} />
      <div className="dialog-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {stream
            ? isPending
              ? t('Saving...')
              : t('Save Changes')
            : isPending
              ? t('Creating...')
              : t('Create Livestream')}
        </Button>
      </div>
    </form>
  )
}

/** The field has no seconds, so an unchanged value must not count as a change. */
const isSameMinute = (one: string | null, other: string | null | undefined): boolean =>
  one !== null && !!other && localTimeOf(one) === localTimeOf(other)
