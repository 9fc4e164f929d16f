import { useSearch } from 'wouter'
import { useUnsubscribe } from '#features/people/notifications/notification-settings.hooks.ts'
import { notificationSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { messageOf } from '#web/api.ts'
import type { PageView } from '../page.ts'

export const unsubscribeView: PageView = {
  View: UnsubscribePage,
  head: () => ({ title: 'Unsubscribe', noindex: true, isAddressSecret: true }),
}

/** Where the link of a digest leads. Opening it changes nothing; the form works without scripts too, since it is sent to
 *  the page's own address. */
function UnsubscribePage() {
  const { mutate, isPending, isSuccess, error } = useUnsubscribe(new URLSearchParams(useSearch()).get('token'))
  return (
    <div className="page page-narrow">
      <Card>
        {isSuccess ? (
          <EmptyState
            icon="circle-check"
            title="Unsubscribed"
            isPageTitle
            actions={<ButtonLink href={notificationSettingsAddress.href()}>Notification settings</ButtonLink>}
          >
            You will get no more digests by e-mail.
          </EmptyState>
        ) : (
          <EmptyState
            icon="mail"
            title="No more digests?"
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
                  Unsubscribe
                </Button>
              </form>
            }
          >
            The daily e-mail with what you have not read will not come any more.
            {error && (
              <p role="alert" className="field-error">
                {messageOf(error, 'That could not be done. Please try again.')}
              </p>
            )}
          </EmptyState>
        )}
      </Card>
    </div>
  )
}
