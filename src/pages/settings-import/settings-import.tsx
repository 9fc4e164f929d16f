import { t } from '#messages/messages.ts'
import { ImportScreen } from '#features/admin/import-runs/import-screen.tsx'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsImportView: PageView = {
  View: SettingsImportPage,
  head: () => ({ title: t('Import'), noindex: true }),
}

function SettingsImportPage() {
  return (
    <>
      <noscript>
        <p className="page import-script-note">{t('Enable JavaScript to import posts from another site.')}</p>
      </noscript>
      <SettingsArea>{({ id }) => <ImportScreen key={id} />}</SettingsArea>
    </>
  )
}
