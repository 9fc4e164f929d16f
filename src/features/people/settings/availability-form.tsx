import { type SubmitEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { AvailabilityInput, maxAvailabilityText } from '#features/people/profiles/availability.contract.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch, TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { faultsIn, useFaults } from '#web/use-form.ts'
import { useSaveAvailability } from './availability.hooks.ts'

/** The form for the member's availability for work, which is part of the profile but saved separately. */
export function AvailabilityForm({ viewer }: { viewer: Viewer }) {
  const { availability } = viewer
  const form = useRef<HTMLFormElement>(null)
  const [isAvailable, setAvailable] = useState(availability !== undefined)
  const { faults, setFaults, onInput } = useFaults()
  const save = useSaveAvailability(viewer)
  const { run, isBusy } = useAction(
    async (input: AvailabilityInput | null) => {
      await save(input)
      const title = input
        ? t('Your profile shows that you’re available')
        : t('Your profile no longer shows availability')
      showToast({ title, variant: 'success' })
    },
    { title: t('Availability not saved'), fallback: t('Please try again.') },
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isAvailable) {
      void run(null)
      return
    }
    const parsed = AvailabilityInput.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    setFaults(parsed.success ? {} : faultsIn(parsed.error.issues))
    if (parsed.success) void run({ text: parsed.data.text, link: parsed.data.link ?? '' })
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  return (
    <Card title={t('Available for work')}>
      <form ref={form} className="form" method="post" noValidate onSubmit={submit} onInput={onInput}>
        <Switch
          label={t('Show that I’m available for work')}
          hint={t('Adds a badge to your profile.')}
          checked={isAvailable}
          onChange={setAvailable}
        />
        {isAvailable && (
          <div className="form-row">
            <TextInput
              label={t('What for')}
              name="text"
              maxLength={maxAvailabilityText}
              placeholder={t('Freelance projects from May')}
              autoComplete="off"
              defaultValue={availability?.text}
              hint={t('Optional.')}
              error={faults['text']}
            />
            <TextInput
              label={t('Link')}
              name="link"
              type="url"
              inputMode="url"
              maxLength={2000}
              placeholder="https://"
              autoComplete="off"
              defaultValue={availability?.link ?? ''}
              hint={t('Optional. A page where people can learn more or contact you.')}
              error={faults['link']}
            />
          </div>
        )}
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={isBusy}>
            {isBusy ? t('Saving...') : t('Save availability')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
