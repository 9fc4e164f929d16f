import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { TagName } from '#schemas/tag-names.contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { useForm } from '#web/use-form.ts'
import { useRenameTag } from './tags.hooks.ts'

const Fields = z.object({ name: TagName })

interface Props {
  name: string
  onClose: () => void
}

/** The dialog for renaming a tag, or merging it into another one. */
export function RenameTagDialog({ name: current, onClose }: Props) {
  const rename = useRenameTag()
  const { onSubmit, faults, isPending } = useForm(Fields, async ({ name }) => {
    try {
      await rename(current, name)
    } catch (reason) {
      return { name: messageOf(reason, t('Failed to rename the tag. Please try again.')) }
    }
    onClose()
    showToast({
      title: t('Tag renamed'),
      description: t('#{current} is now #{name}.', { current, name }),
      variant: 'success',
    })
    return {}
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Rename #{current}', { current })}
      description={t(
        'If a tag with the new name already exists, the two are merged. Links to the old name keep working.',
      )}
    >
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="form">
        <TextInput
          label={t('New name')}
          name="name"
          defaultValue={current}
          error={faults['name']}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? t('Renaming...') : t('Rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
