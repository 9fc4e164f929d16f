import { type ChangeEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { showToast } from '#ui/toasts.ts'
import { downloadSettings, settingsInFile } from './settings-file.hooks.ts'
import type { SiteSettings } from './site-settings.contract.ts'

interface Props {
  /** The saved settings. */
  settings: SiteSettings
  onImport: (settings: Partial<SiteSettings>) => void
}

/** Exports the saved settings, and fills the form with the settings in a file. */
export function FileCard({ settings, onImport }: Props) {
  const file = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    if (!chosen) return
    const outcome = settingsInFile(await chosen.text())
    target.value = ''
    setFault(outcome.ok ? undefined : outcome.message)
    if (!outcome.ok) return
    onImport(outcome.settings)
    showToast({
      title: t('Settings imported'),
      description: t('Check the preview, then save them.'),
      variant: 'success',
    })
  }

  return (
    <Card title={t('Export and import')}>
      <p className="field-hint">
        {t(
          'Move these settings to another site, or keep a copy. Imported settings appear in this form first and take effect when you save them.',
        )}
      </p>
      <div className="row">
        <Button icon="download" onClick={() => downloadSettings(settings)}>
          {t('Export settings')}
        </Button>
        <Button icon="upload" onClick={() => file.current?.click()}>
          {t('Import settings')}
        </Button>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          aria-label={t('Settings file')}
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => void read(event)}
        />
      </div>
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </Card>
  )
}
