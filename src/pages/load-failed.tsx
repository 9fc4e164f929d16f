import { t } from '#messages/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { messageOf } from '#web/api.ts'

interface Props {
  title: string
  reason: unknown
  onRetry: () => void
}

/** Shown when a page's data failed to load. Gives the reason and the next step. */
export const LoadFailed = ({ title, reason, onRetry }: Props) => (
  <ErrorPanel
    title={title}
    isPageTitle
    actions={
      <>
        <Button onClick={onRetry}>{t('Try Again')}</Button>
        {returnHome}
      </>
    }
  >
    {messageOf(reason, t('Please try again.'))}
  </ErrorPanel>
)

export const returnHome = <ButtonLink href="/">{t('Return Home')}</ButtonLink>
