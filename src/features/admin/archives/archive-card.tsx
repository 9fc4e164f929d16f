import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useAction } from '#web/action.tsx'
import { call } from '#web/call.ts'
import { createArchiveLink } from './archives.contract.ts'

/** Downloads the member's archive. */
export function ArchiveCard() {
  const [hasStarted, setStarted] = useState(false)
  const { run, isBusy } = useAction(
    async () => {
      setStarted(false)
      const { url } = await call(createArchiveLink, {})
      startDownload(url)
      setStarted(true)
    },
    { title: 'No archive', fallback: 'Please try again in a moment.' },
  )

  return (
    <Card id="data" title="Your data">
      <p>
        Your posts, articles and drafts with their earlier versions, your pictures and your profile, and whom and what
        you follow and like: one zip file with texts that every editor opens. Another Devstead site can read it, too.
      </p>
      <div className="form-actions">
        <Button icon="download" busy={isBusy} onClick={() => void run()}>
          Download your archive
        </Button>
      </div>
      <output>
        {hasStarted && 'The download has begun. With many pictures it may take a while; you can go on meanwhile.'}
      </output>
    </Card>
  )
}

/** Leaves the download to the browser, so that the page does not load the file into memory. */
function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
