import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { canReportPost } from './reports.contract.ts'

interface Props {
  post: { id: number; user: { id: number; displayName: string } }
}

/** The button on a post's page to report another member's post. */
export function ReportButton({ post }: Props) {
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  if (!viewer || !canReportPost(viewer, post)) return null
  return (
    <>
      <Button variant="plain" size="s" icon="shield-alert" onClick={() => setOpen(true)}>
        {t('Report')}
      </Button>
      <ReportDialog post={post} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
