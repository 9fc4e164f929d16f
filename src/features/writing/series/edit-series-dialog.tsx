import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { useForm } from '#web/use-form.ts'
import type { Series } from './series.contract.ts'
import { useUpdateSeries } from './series.hooks.ts'

interface Props {
  series: Series
  onClose: () => void
}

/** The dialog for editing the name and description of a series. */
export function EditSeriesDialog({ series, onClose }: Props) {
  const update = useUpdateSeries(series.slug)
  const { onSubmit, loadSchema, faults, isPending } = useForm(seriesSchema, async (change) => {
    try {
      await update(change)
    } catch (reason) {
      return { name: messageOf(reason, t('Failed to save the series. Please try again.')) }
    }
    onClose()
    showToast({ title: t('Series saved'), description: change.name, variant: 'success' })
    return {}
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('Edit series')} description={t('Its address stays the same.')}>
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} onInput={loadSchema} className="form">
        <TextInput label={t('Name')} name="name" defaultValue={series.name} error={faults['name']} dir="auto" />
        <TextArea
          label={t('Description')}
          name="description"
          rows={3}
          maxLength={500}
          defaultValue={series.description}
          error={faults['description']}
          dir="auto"
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? t('Saving...') : t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const seriesSchema = async () => (await import('./series-schema.contract.ts')).SeriesChange
