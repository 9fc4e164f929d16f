import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed, returnHome } from '../load-failed.tsx'

export const PostNotFound = () => (
  <EmptyState icon="file-text" title="Post Not Found" isPageTitle actions={returnHome}>
    This post does not exist, or it has been deleted.
  </EmptyState>
)

export const PostFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <LoadFailed title="Error Loading Post" reason={reason} onRetry={onRetry} />
)
