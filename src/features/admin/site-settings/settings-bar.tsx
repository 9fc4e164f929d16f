import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  isChanged: boolean
  isSaving: boolean
  isPreviewing: boolean
  onPreview: () => void
  onDiscard: () => void
}

/** The bar at the end of the form, which stays in view while there are unsaved changes. */
export const SettingsBar = ({ isChanged, isSaving, isPreviewing, onPreview, onDiscard }: Props) => (
  <div className="site-settings-bar" data-changed={isChanged || undefined}>
    <output>{isChanged ? t('You have unsaved changes') : t('All changes are saved')}</output>
    <Button icon="eye" busy={isPreviewing} onClick={onPreview}>
      {t('Preview')}
    </Button>
    {isChanged && (
      <Button variant="plain" onClick={onDiscard}>
        {t('Discard')}
      </Button>
    )}
    <Button type="submit" variant="primary" busy={isSaving} disabled={!isChanged}>
      {isSaving ? t('Saving...') : t('Save changes')}
    </Button>
  </div>
)
