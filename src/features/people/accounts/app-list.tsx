import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { ListEntry } from '#ui/list-entry.tsx'
import { Time } from '#ui/time.tsx'
import { ConfirmButton } from '#web/action.tsx'
import type { App } from './account.hooks.ts'
import { dataOf, refusalWithTitle } from './identity-client.hooks.ts'
import { useAppRemoval } from './second-factor.hooks.ts'

/** The member's authenticator apps. */
export const AppList = ({ apps }: { apps: App[] }) => (
  <ul className="entries factor-apps" aria-label={t('Your apps')}>
    {apps.map((app) => (
      <AppItem key={app.id} app={app} isLast={apps.length === 1} />
    ))}
  </ul>
)

function AppItem({ app, isLast }: { app: App; isLast: boolean }) {
  const { mutateAsync } = useAppRemoval()
  const name = app.name || t('Authenticator app')
  return (
    <ListEntry
      name={name}
      facts={<span>{rich('Added {date}', { date: <Time iso={app.createdAt} as="date" /> })}</span>}
      isShort
    >
      <ConfirmButton
        size="s"
        icon="trash-2"
        aria-label={t('Remove: {name}', { name })}
        confirm={{
          title: t('Remove “{name}”?', { name }),
          description: isLast ? lastOne : oneOfMany,
          confirmLabel: t('Remove'),
          action: () => dataOf(mutateAsync({ factorId: app.id, hasOthers: !isLast })),
          success: { title: t('App removed'), description: isLast ? off : stillOn, variant: 'success' },
          failure: refusalWithTitle(t('App not removed')),
        }}
      >
        {t('Remove')}
      </ConfirmButton>
    </ListEntry>
  )
}

const off = t('You now sign in with only your password.')
const stillOn = t('Your other apps still work.')
const lastOne = t('You will sign in with only your password, and your recovery codes will stop working.')
const oneOfMany = t('Its codes will stop working. Sessions that used it will ask for a code from another app.')
