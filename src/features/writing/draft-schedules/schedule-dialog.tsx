import './schedule-dialog.css'
import { useState } from 'react'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { showToast } from '#ui/toasts.ts'
import { ApiError, messageOf } from '#web/api.ts'
import { type Faults, faultsIn, useForm } from '#web/use-form.ts'
import { timeZones } from '#schemas/time-zones.contract.ts'
import { scheduleText, timeFault } from './draft-schedules.contract.ts'
import { useChangeSchedule } from './change-schedule.hooks.ts'
import { instantOf, localTimeOf, localTimeZone } from './zoned-time.hooks.ts'

interface Props {
  draftKey: string
  schedule: DraftSchedule | null
  onClose: () => void
}

const Fields = z.object({ local: z.string(), timeZone: z.string() }).check(({ value, issues }) => {
  const at = instantOf(value.local, value.timeZone)
  const message = at ? timeFault(at, new Date()) : t('Choose a date and a time.')
  if (message !== null) issues.push({ code: 'custom', message, input: value, path: ['local'] })
})

/** The dialog where an author chooses when a draft is published. */
export function ScheduleDialog({ draftKey, schedule: present, onClose }: Props) {
  const { schedule } = useChangeSchedule(draftKey)
  const [timeZone, setTimeZone] = useState(present?.timeZone ?? localTimeZone())
  const [local, setLocal] = useState(() => initialTime(present, timeZone))
  const { onSubmit, faults, isPending } = useForm(Fields, async ({ local, timeZone }) => {
    const chosen = { publishAt: instantOf(local, timeZone)!.toISOString(), timeZone }
    try {
      await schedule(chosen)
    } catch (reason) {
      return refusalOf(reason)
    }
    const description = t('For {time}.', { time: scheduleText(chosen) })
    showToast({ title: t('Article scheduled'), description, variant: 'success' })
    onClose()
    return {}
  })
  const at = instantOf(local, timeZone)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={present ? t('Change the time') : t('Schedule article')}
      description={t(
        'The saved draft will be published at this time, even if you’re offline. You can keep editing until then.',
      )}
    >
      <form method="post" noValidate className="form" onSubmit={(event) => void onSubmit(event)}>
        <TextInput
          type="datetime-local"
          label={t('Date and time')}
          name="local"
          value={local}
          onChange={({ target }) => setLocal(target.value)}
          error={faults['local']}
        />
        <Select
          label={t('Time zone')}
          name="timeZone"
          value={timeZone}
          onChange={({ target }) => setTimeZone(target.value)}
          error={faults['timeZone']}
        >
          {timeZones(timeZone).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <output className="schedule-instant meta">{at && <UtcTime at={at} />}</output>
        <FormError message={faults['draft']} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? t('Scheduling...') : present ? t('Change time') : t('Schedule')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const UtcTime = ({ at }: { at: Date }) =>
  rich('In UTC: {time}', {
    time: <time dateTime={at.toISOString()}>{at.toISOString().slice(0, 16).replace('T', ' ')}</time>,
  })

/** Returns the scheduled time, or nine o'clock tomorrow. */
function initialTime(present: DraftSchedule | null, timeZone: string): string {
  if (present && Date.parse(present.publishAt) > Date.now()) return localTimeOf(new Date(present.publishAt), timeZone)
  return `${localTimeOf(new Date(Date.now() + 86_400_000), timeZone).slice(0, 10)}T09:00`
}

const Refused = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })
/** The fields by the server's names for them. */
const fieldOf: Record<string, string> = { publishAt: 'local', timeZone: 'timeZone' }

/** Returns the errors by field; errors in the draft itself are under `draft`. */
function refusalOf(reason: unknown): Faults {
  const fallback = messageOf(reason, t('Failed to schedule the article. Please try again.'))
  const refused =
    reason instanceof ApiError && reason.status === 400 ? Refused.safeParse(JSON.parse(reason.body)) : null
  if (!refused?.success) return { draft: fallback }
  const issues = refused.data.issues.map(({ path, message }) => ({ path: [fieldOf[path] ?? ''], message }))
  const { '': _draft, ...faults } = faultsIn(issues)
  const others = issues.filter(({ path: [name] }) => name === '').map(({ message }) => message)
  if (others.length === 0) return faults
  return { ...faults, draft: t('The draft can’t be published yet: {reasons}.', { reasons: others.join('. ') }) }
}
