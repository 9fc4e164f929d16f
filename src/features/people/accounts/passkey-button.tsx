import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { isCodeRequired } from '#web/session.ts'
import { identityOffers } from './identity-settings.hooks.ts'
import { signInWithPasskey } from './passkeys.hooks.ts'

/** Signs in with a passkey, if the identity provider supports it. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const cache = useQueryClient()
  const { data: offers } = useQuery({ queryKey: ['/auth/v1/settings'], queryFn: identityOffers })
  const [isPending, setPending] = useState(false)
  if (!offers?.passkeys) return null

  async function signIn() {
    setPending(true)
    const outcome = await signInWithPasskey(cache)
    setPending(false)
    if (outcome.ok) {
      if (!isCodeRequired()) onSignedIn() // otherwise the page asks for the code
    } else showToast({ title: t('Sign-in failed'), description: outcome.message, variant: 'error' })
  }

  return (
    <Button icon="key-round" busy={isPending} onClick={() => void signIn()}>
      {isPending ? t('Waiting for your device...') : t('Sign in with a passkey')}
    </Button>
  )
}
