import { t } from '#messages/messages.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed, returnHome } from '../load-failed.tsx'

export const PostNotFound = () => (
  <EmptyState icon="file-text" title={t('Post Not Found')} isPageTitle actions={returnHome}>
    {t('This post does not exist, or it has been deleted.')}
  </EmptyState>
)

export const PostFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <LoadFailed title={t('Error Loading Post')} reason={reason} onRetry={onRetry} />
)
