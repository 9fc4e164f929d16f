import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { MenuItem } from '#ui/menu.tsx'
import { canReportPost } from './reports.contract.ts'

interface Props {
  post: { user: { id: number } }
  onSelect: () => void
}

/** The menu item to report another member’s post. */
export function ReportItem({ post, onSelect }: Props) {
  const viewer = useViewer()
  if (!viewer || !canReportPost(viewer, post)) return null
  return (
    <MenuItem icon="shield-alert" onSelect={onSelect}>
      {t('Report')}
    </MenuItem>
  )
}
