import './settings-notifications.css'
import { showFailure } from '#web/action.tsx'
import { useNotificationSettings, useSaveChoices } from '#features/people/notifications/notification-settings.hooks.ts'
import type { NotificationSettings } from '#features/people/notifications/notification-settings.contract.ts'
import { type OptionalKind, optionalKinds } from '#features/people/notifications/notifications.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { Switch } from '#ui/field.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsNotificationsView: PageView = {
  View: () => <SettingsArea>{() => <NotificationChoices />}</SettingsArea>,
  head: () => ({ title: 'Notification settings', noindex: true }),
}

const labels: Record<OptionalKind, string> = {
  follow: 'Somebody follows you',
  like: 'Somebody likes your post',
  comment: 'Comments on your posts',
  mention: 'Mentions of your posts elsewhere',
  reply: 'Replies to your comments',
}

function NotificationChoices() {
  const { data, isError, refetch } = useNotificationSettings()
  if (data) return <Choices settings={data} />
  if (!isError) return <Skeletons count={3} label="Loading your choices" />
  return (
    <ErrorPanel
      title="Your choices failed to load"
      actions={<Button onClick={() => void refetch()}>Try Again</Button>}
    />
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  const { mutate } = useSaveChoices(showRefusal)
  const { muted, emailed, noMail } = settings
  return (
    <Card title="What you are told">
      <p className="field-hint">{digestWords(settings)}</p>
      <div className="notification-choices">
        {optionalKinds.map((kind) => {
          const isTold = !muted.includes(kind)
          return (
            <fieldset key={kind} className="notification-choice">
              <legend>{labels[kind]}</legend>
              <Switch
                label="On the site"
                checked={isTold}
                onChange={(isOn) => mutate({ emailed, muted: withKind(muted, kind, !isOn) })}
              />
              <Switch
                label="In the daily e-mail"
                checked={isTold && noMail === null && emailed.includes(kind)}
                disabled={!isTold || noMail !== null}
                onChange={(isOn) => mutate({ muted, emailed: withKind(emailed, kind, isOn) })}
              />
            </fieldset>
          )
        })}
      </div>
    </Card>
  )
}

/** What the e-mails are, or why there are none. */
function digestWords({ address, noMail }: NotificationSettings): string {
  if (noMail === 'no_mail_server') return 'This site has no mail server, so it cannot send a daily e-mail.'
  if (noMail === 'no_address')
    return 'There is no confirmed address of yours that this site may send a daily e-mail to.'
  return `What you have not read can come as one e-mail a day to ${address}: only what you are told on the site, and never an empty one.`
}

const withKind = (kinds: OptionalKind[], kind: OptionalKind, isIn: boolean): OptionalKind[] =>
  isIn ? [...new Set([...kinds, kind])] : kinds.filter((one) => one !== kind)

const showRefusal = (reason: unknown) =>
  showFailure(reason, { title: 'Your choice was not saved', fallback: 'Please try again.' })
