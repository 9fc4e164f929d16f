import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { call } from '#web/call.ts'
import { createArchiveLink } from './archives.contract.ts'

/** Everything of the member's as one file. */
export function ArchiveCard() {
  const [isAsking, setAsking] = useState(false)
  const [hasBegun, setBegun] = useState(false)

  async function download() {
    setAsking(true)
    setBegun(false)
    try {
      const { url } = await call(createArchiveLink, {})
      startDownload(url)
      setBegun(true)
    } catch (reason) {
      const description = messageOf(reason, 'Please try again in a moment.')
      showToast({ title: 'No archive', description, variant: 'error' })
    } finally {
      setAsking(false)
    }
  }

  return (
    <Card id="data" title="Your data">
      <p>
        Your posts, articles and drafts with their earlier versions, your pictures and your profile, and whom and what
        you follow and like: one zip file with texts that every editor opens. Another Devstead site can read it, too.
      </p>
      <div className="form-actions">
        <Button icon="download" busy={isAsking} onClick={() => void download()}>
          Download your archive
        </Button>
      </div>
      <output>
        {hasBegun && 'The download has begun. With many pictures it may take a while; you can go on meanwhile.'}
      </output>
    </Card>
  )
}

/** Hands the address to the browser's own downloads: nothing of the file passes through the page. */
function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
