import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { messageOf } from '#web/api.ts'

interface Props {
  title: string
  reason: unknown
  onRetry: () => void
}

/** A part of the page that could not be read. */
export const PartFailed = ({ title, reason, onRetry }: Props) => (
  <ErrorPanel title={title} actions={<Button onClick={onRetry}>Try Again</Button>}>
    {messageOf(reason, 'Please try again.')}
  </ErrorPanel>
)
