import { Link } from 'wouter'
import { locale, t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import {
  maxUsernameChanges,
  UsernameChange,
  usernameChangeDays,
  type Usernames,
} from '#features/people/profiles/username-changes.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextInput } from '#ui/field.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { useUsernameChange, useUsernames } from './username.hooks.ts'

/** Shows and changes the username. */
export function UsernameCard({ viewer }: { viewer: Viewer }) {
  const { data } = useUsernames()
  const { username } = viewer
  return (
    <Card id="username" title={t('Username')}>
      <p>
        {rich(
          'Your profile is at {link}. If you change your username, links and feeds that use your old one will redirect to the new one. No one else can claim your old username.',
          {
            link: (
              <Link href={profileAddress.href({ username })} className="link">
                {profileAddress.href({ username })}
              </Link>
            ),
          },
        )}
      </p>
      {data && data.formerUsernames.length > 0 && <FormerUsernames names={data.formerUsernames} />}
      <UsernameForm viewer={viewer} usernames={data} />
    </Card>
  )
}

function FormerUsernames({ names }: { names: string[] }) {
  return (
    <p>
      {rich('Former usernames: <strong>{names}</strong>', {
        names: new Intl.ListFormat(locale()).format(names),
        strong: (text) => <strong>{text}</strong>,
      })}
    </p>
  )
}

function UsernameForm({ viewer, usernames }: { viewer: Viewer; usernames: Usernames | undefined }) {
  const change = useUsernameChange(viewer)
  const { onSubmit, faults, isPending } = useForm(UsernameChange, async (values, form) => {
    if (values.username === viewer.username) return { username: t('This is already your username') }
    const outcome = await change(values.username)
    if (outcome.ok) {
      form.reset()
      showToast({
        title: t('Username changed'),
        description: t('You are now @{username}.', { username: outcome.username }),
        variant: 'success',
      })
      return {}
    }
    if ([400, 409, 429].includes(outcome.status)) return { username: outcome.message }
    showToast({ title: t('Username not changed'), description: outcome.message, variant: 'error' })
    return {}
  })
  return (
    <form method="post" noValidate className="form" onSubmit={onSubmit}>
      <TextInput
        label={t('New username')}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={faults.username}
        hint={<Limit usernames={usernames} />}
      />
      <div className="form-actions">
        <Button type="submit" busy={isPending}>
          {isPending ? t('Saving...') : t('Change username')}
        </Button>
      </div>
    </form>
  )
}

function Limit({ usernames }: { usernames: Usernames | undefined }) {
  if (usernames?.nextChangeAt)
    return rich('You can change it again after {date}.', { date: <Time iso={usernames.nextChangeAt} as="long" /> })
  return t('You can change it {maxUsernameChanges} times in {usernameChangeDays} days.', {
    maxUsernameChanges,
    usernameChangeDays,
  })
}
