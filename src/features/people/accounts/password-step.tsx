import { useQueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { signOut } from './accounts.hooks.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { fetchProfile } from './sign-in.hooks.ts'

/** The last step of a sign-in with a temporary password: choosing a new one. */
export function PasswordStep({ onDone }: { onDone: () => void }) {
  const cache = useQueryClient()
  return (
    <>
      <h1>{t('Choose a new password')}</h1>
      <p>{t('You signed in with a temporary password. Choose your own to continue.')}</p>
      <NewPasswordForm onDone={() => void fetchProfile(cache).then(onDone)} />
      <div className="sign-in-ways">
        <Button variant="plain" size="s" icon="arrow-left" onClick={() => void signOut()}>
          {t('Back to sign-in')}
        </Button>
      </div>
    </>
  )
}
