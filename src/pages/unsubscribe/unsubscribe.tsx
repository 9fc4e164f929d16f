import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { useUnsubscribe } from '#features/people/notifications/notification-settings.hooks.ts'
import { notificationSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { messageOf } from '#web/api.ts'
import type { PageView } from '../page.ts'

export const unsubscribeView: PageView = {
  View: UnsubscribePage,
  head: () => ({ title: t('Unsubscribe'), noindex: true, isAddressSecret: true }),
}

/** The page that a digest's unsubscribe link opens. Opening it changes nothing. The form posts to the page's own URL,
 *  so it works without JavaScript. */
function UnsubscribePage() {
  const { mutate, isPending, isSuccess, error } = useUnsubscribe(new URLSearchParams(useSearch()).get('token'))
  return (
    <div className="page page-narrow">
      <Card>
        {isSuccess ? (
          <EmptyState
            icon="circle-check"
            title={t('Unsubscribed')}
            isPageTitle
            actions={<ButtonLink href={notificationSettingsAddress.href()}>{t('Notification settings')}</ButtonLink>}
          >
            {t('You will no longer receive the daily email.')}
          </EmptyState>
        ) : (
          <EmptyState
            icon="mail"
            title={t('Unsubscribe from the daily email?')}
            isPageTitle
            actions={
              <form
                method="post"
                onSubmit={(event) => {
                  event.preventDefault()
                  mutate()
                }}
              >
                <Button type="submit" variant="primary" busy={isPending}>
                  {t('Unsubscribe')}
                </Button>
              </form>
            }
          >
            {t('You’ll stop receiving the daily email with your unread notifications.')}
            {error && (
              <p role="alert" className="field-error">
                {messageOf(error, t('Failed to unsubscribe. Try again.'))}
              </p>
            )}
          </EmptyState>
        )}
      </Card>
    </div>
  )
}
