import { t } from '#messages/messages.ts'
import './settings-notifications.css'
import { showFailure } from '#web/action.tsx'
import { useNotificationSettings, useSaveChoices } from '#features/people/notifications/notification-settings.hooks.ts'
import { PushCard } from '#features/people/notifications/push-card.tsx'
import { usePushDevices } from '#features/people/notifications/push-devices.hooks.ts'
import { isOn } from '#features/discovery/site/site.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import type { NotificationSettings } from '#features/people/notifications/notification-settings.contract.ts'
import { type OptionalKind, optionalKinds } from '#features/people/notifications/notifications.contract.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { Switch } from '#ui/field.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsNotificationsView: PageView = {
  View: () => <SettingsArea>{() => <NotificationSettingsCards />}</SettingsArea>,
  head: () => ({ title: t('Notification settings'), noindex: true }),
}

const labels: Record<OptionalKind, string> = {
  follow: t('Someone follows you'),
  like: t('Someone likes your post'),
  comment: t('Comments on your posts'),
  mention: t('Mentions of your posts on other sites'),
  reply: t('Replies to your comments'),
  draft_comment: t('Comments on drafts that you share'),
  guestbook_entry: t('Entries in your guestbook'),
  guestbook_reply: t('Replies to your guestbook entries'),
}

/** The sections that kinds belong to. */
const sectionOf: Partial<Record<OptionalKind, Section>> = {
  draft_comment: 'blog',
  guestbook_entry: 'guestbook',
  guestbook_reply: 'guestbook',
}

/** Shows the second card after the first has loaded, to avoid a layout shift. */
function NotificationSettingsCards() {
  const isLoading = [useNotificationSettings(), usePushDevices()].some(({ isPending }) => isPending)
  return (
    <>
      <NotificationChoices />
      {!isLoading && <PushCard />}
    </>
  )
}

function NotificationChoices() {
  const { data, isError, refetch } = useNotificationSettings()
  if (data) return <Choices settings={data} />
  if (!isError) return <Skeletons count={3} label={t('Loading your settings')} />
  return (
    <ErrorPanel
      title={t('Your settings failed to load')}
      actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
    />
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  const { mutate } = useSaveChoices(showRefusal)
  const { muted, emailed, silent, noMail } = settings
  const hasDevices = (usePushDevices().data?.devices.length ?? 0) > 0
  const site = useSite()
  const isOwner = useViewer()?.username === site.ownerUsername
  const kinds = optionalKinds.filter((kind) => isOn(site, sectionOf[kind]) && (isOwner || kind !== 'guestbook_entry'))
  return (
    <Card title={t('Notifications')}>
      <p className="field-hint">{digestText(settings)}</p>
      <div className="notification-choices">
        {kinds.map((kind) => {
          const isShown = !muted.includes(kind)
          return (
            <fieldset key={kind} className="notification-choice">
              <legend>{labels[kind]}</legend>
              <Switch
                label={t('On the site')}
                checked={isShown}
                onChange={(turnedOn) => mutate({ emailed, silent, muted: withKind(muted, kind, !turnedOn) })}
              />
              <Switch
                label={t('In the daily email')}
                checked={isShown && noMail === null && emailed.includes(kind)}
                disabled={!isShown || noMail !== null}
                onChange={(turnedOn) => mutate({ muted, silent, emailed: withKind(emailed, kind, turnedOn) })}
              />
              {hasDevices && (
                <Switch
                  label={t('On your devices')}
                  checked={isShown && !silent.includes(kind)}
                  disabled={!isShown}
                  onChange={(turnedOn) => mutate({ muted, emailed, silent: withKind(silent, kind, !turnedOn) })}
                />
              )}
            </fieldset>
          )
        })}
      </div>
    </Card>
  )
}

/** Describes the daily email, or why it is unavailable. */
function digestText({ address, noMail }: NotificationSettings): string {
  if (noMail === 'no_mail_server') return t('This site has no mail server, so it can’t send a daily email.')
  if (noMail === 'no_address')
    return t('You have no confirmed email address, so this site can’t send you a daily email.')
  return t(
    'Choose what to include in the daily email to {address}. It lists your unread notifications and is skipped if there are none.',
    { address: address ?? '' },
  )
}

const withKind = (kinds: OptionalKind[], kind: OptionalKind, isIn: boolean): OptionalKind[] =>
  isIn ? [...new Set([...kinds, kind])] : kinds.filter((one) => one !== kind)

const showRefusal = (reason: unknown) =>
  showFailure(reason, { title: t('Your setting was not saved'), fallback: t('Please try again.') })
