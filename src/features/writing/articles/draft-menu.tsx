import { t } from '#messages/messages.ts'
import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { showToast } from '#ui/toasts.ts'
import type { Choice, DraftDialog } from './draft-plans.hooks.ts'

interface Props {
  /** True for a draft of a new article, which can be scheduled. */
  isNew: boolean
  schedule: DraftSchedule | null
  onChoose: (dialog: DraftDialog) => Promise<Choice>
}

/** More actions for a draft, next to Publish. */
export function DraftMenu({ isNew, schedule, onChoose }: Props) {
  const choose = (dialog: DraftDialog) => void onChoose(dialog).then(showChoice)
  return (
    <Menu label={t('More actions')} size="m">
      {isNew && (
        <MenuItem icon="clock" onSelect={() => choose('schedule')}>
          {schedule ? t('Change time…') : t('Schedule…')}
        </MenuItem>
      )}
      <MenuItem icon="link" onSelect={() => choose('share')}>
        {t('Share draft…')}
      </MenuItem>
    </Menu>
  )
}

/** Explains why a dialog did not open. */
export function showChoice(choice: Choice): void {
  if (choice === 'empty')
    showToast({ title: t('There is nothing to share yet'), description: t('Write something first.') })
  if (choice === 'unsaved') {
    const description = t('Your changes have not been saved yet. Try again once they are.')
    showToast({ title: t('Error'), description, variant: 'error' })
  }
}
