import { t } from '#messages/messages.ts'
import { useFeedPath } from '#features/discovery/site/site.hooks.ts'
import { showFailure } from '#web/action.tsx'
import { useSearch } from 'wouter'
import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { NotificationEntry } from '#features/people/notifications/notification-entry.tsx'
import { useMarkRead, useNotifications, useMarkSeen } from '#features/people/notifications/notifications.hooks.ts'
import { useUnreadCount } from '#features/people/notifications/unread.hooks.ts'
import { PageBar } from '#web/page-bar.tsx'
import { pageNumberOf } from '#schemas/paging.contract.ts'
import { notificationSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import type { PageView } from '../page.ts'

export const notificationsView: PageView = {
  View: NotificationsPage,
  head: () => ({ title: t('Notifications'), noindex: true }),
}

function NotificationsPage() {
  // Read in the browser only, because the server does not render this page.
  const page = pageNumberOf(new URLSearchParams(useSearch()).get('page') ?? undefined)
  return (
    <div className="page">
      <PageHead
        title={t('Notifications')}
        actions={
          <>
            <MarkAll />
            <ButtonLink variant="plain" icon="settings" href={notificationSettingsAddress.href()}>
              {t('Settings')}
            </ButtonLink>
          </>
        }
      />
      <NotificationList page={page} />
    </div>
  )
}

function MarkAll() {
  const unread = useUnreadCount()
  const { mutate, isPending } = useMarkRead()
  return (
    <Button
      icon="check"
      busy={isPending}
      aria-disabled={unread === 0}
      onClick={() => mutate({ all: true }, { onError: (reason) => showFailure(reason) })}
    >
      {t('Mark all as read')}
    </Button>
  )
}

function NotificationList({ page }: { page: number }) {
  const { data, error, isPlaceholderData, refetch } = useNotifications(page)
  useMarkSeen(isPlaceholderData || !data ? none : data.notifications)
  if (!data && !error) return <Skeletons count={4} label={t('Loading notifications')} />
  if (!data) {
    return (
      <ErrorPanel
        title={t('Your notifications failed to load')}
        actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
      >
        {messageOf(error, t('Please try again.'))}
      </ErrorPanel>
    )
  }
  if (data.notifications.length === 0) return <NothingYet isFirst={page === 1} />
  return (
    <>
      <ul className="entries" aria-busy={isPlaceholderData}>
        {data.notifications.map((entry) => (
          <NotificationEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <PageBar page={page} totalPages={data.totalPages} hrefOf={pageHref} />
    </>
  )
}

const none: [] = []
const pageHref = (page: number) => notificationsAddress.href() + (page > 1 ? `?page=${page}` : '')

function NothingYet({ isFirst }: { isFirst: boolean }) {
  const feed = useFeedPath()
  return isFirst ? (
    <EmptyState
      icon="bell"
      title={t('No notifications yet')}
      actions={<ButtonLink href={feed ?? '/'}>{feed === null ? t('Return home') : t('Back to the feed')}</ButtonLink>}
    >
      {t('You’ll be notified here when someone follows you, or likes or comments on your posts.')}
    </EmptyState>
  ) : (
    <EmptyState
      icon="bell"
      actions={<ButtonLink href={notificationsAddress.href()}>{t('Go to the first page')}</ButtonLink>}
    >
      {t('There are no notifications on this page.')}
    </EmptyState>
  )
}
