import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { importSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useAction } from '#web/action.tsx'
import { call } from '#web/call.ts'
import { createArchiveLink } from './archives.contract.ts'

/** The card with the button to download the member's archive. */
export function ArchiveCard() {
  const [hasStarted, setStarted] = useState(false)
  const { run, isBusy } = useAction(
    async () => {
      setStarted(false)
      const { url } = await call(createArchiveLink, {})
      startDownload(url)
      setStarted(true)
    },
    { title: t('Could not create your archive'), fallback: t('Try again in a moment.') },
  )

  return (
    <Card id="data" title={t('Your data')}>
      <p>
        {t(
          'Download a zip file of your posts, articles, and drafts with their revisions, your pictures, your profile, and your follows and likes. Posts are Markdown files that open in any editor. You can import the file into another Devstead site.',
        )}
      </p>
      <div className="form-actions">
        <ButtonLink icon="upload" href={importSettingsAddress.href()}>
          {t('Import from another site')}
        </ButtonLink>
        <Button icon="download" busy={isBusy} onClick={() => void run()}>
          {t('Download your archive')}
        </Button>
      </div>
      <output>{hasStarted && t('Your download has started. It can take a while if you have many pictures.')}</output>
    </Card>
  )
}

/** Lets the browser download the file, so that the page does not load it into memory. */
function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
