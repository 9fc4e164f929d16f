import { t } from '#messages/messages.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { type ExternalStart, signInAt, unavailable, useExternalStart } from './external-sign-in.hooks.ts'
import type { ExternalProvider } from './identity-settings.hooks.ts'

interface Props {
  /** The page to open after signing in. */
  next: string
  /** The secret of the invitation link that the visitor opened. */
  invitation: string | null
  /** The URL of the instructions for administrators. */
  setupHref: string
}

/** Buttons for signing in at GitHub and, if there is one, at the site's OpenID Connect provider. */
export function ExternalSignIn({ next, invitation, setupHref }: Props) {
  const { signInProvider } = useSite()
  const start = useExternalStart(next, invitation)
  return (
    <>
      <Button icon="github" onClick={() => void goTo({ provider: 'github', label: 'GitHub' }, start, setupHref)}>
        {t('Continue with GitHub')}
      </Button>
      {signInProvider !== undefined && (
        <Button
          icon="log-in"
          onClick={() => void goTo({ provider: 'custom:oidc', label: signInProvider }, start, setupHref)}
        >
          {t('Continue with {signInProvider}', { signInProvider })}
        </Button>
      )}
    </>
  )
}

async function goTo(
  { provider, label }: { provider: ExternalProvider; label: string },
  start: ExternalStart,
  setupHref: string,
) {
  const outcome = await signInAt(provider, start)
  if (outcome === 'not offered' && provider === 'github') showToast(notConfigured(setupHref))
  else if (typeof outcome === 'string') showToast(unavailable(label))
  else if (!outcome.ok) showToast({ title: t('Login failed'), description: outcome.message, variant: 'error' })
}

const notConfigured = (href: string) => ({
  title: t('GitHub login'),
  description: t('GitHub login needs provider configuration.'),
  link: { label: t('Setup for administrators'), href },
})
