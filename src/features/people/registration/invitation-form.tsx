import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { useForm } from '#web/use-form.ts'
import { type NewInvitation, NewInvitationFields, invitationDays, maxInvitationUses } from './invitations.contract.ts'

interface Props {
  isBusy: boolean
  onCreate: (invitation: NewInvitation) => Promise<unknown>
}

/** The form for a new invitation link. */
export function InvitationForm({ isBusy, onCreate }: Props) {
  const { onSubmit, faults } = useForm(NewInvitationFields, async (values) => void (await onCreate(values)))
  return (
    <form method="post" noValidate className="invitation-form" onSubmit={onSubmit}>
      <TextInput
        label={t('Number of people')}
        name="maxUses"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxInvitationUses}
        defaultValue="1"
        required
        error={faults.maxUses}
      />
      <Select label={t('Expires after')} name="days" defaultValue="7" error={faults.days}>
        {invitationDays.map((days) => (
          <option key={days} value={days}>
            {t('{days, plural, one {# day} other {# days}}', { days })}
          </option>
        ))}
      </Select>
      <Button type="submit" variant="primary" icon="link" busy={isBusy}>
        {t('Create link')}
      </Button>
    </form>
  )
}
