import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useExternalProviders, useProviderLabel } from '#features/people/accounts/external-sign-in.hooks.ts'
import { useHostedIdentity } from '#features/people/accounts/identity-settings.hooks.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { useFragment } from '#web/use-fragment.ts'

/** Explains how to let people sign in at other sites, which requires settings in the environment. */
export function ExternalSignInCard() {
  useFragment('external-sign-in')
  const isHosted = useHostedIdentity()
  return (
    <Card id="external-sign-in" title={t('Sign-in with other accounts')}>
      {isHosted ? (
        <p>
          {t('This site uses a Supabase project for sign-in. Turn on GitHub in that project, under Authentication.')}
        </p>
      ) : (
        <Instructions />
      )}
    </Card>
  )
}

function Instructions() {
  return (
    <div className="form">
      <p>
        {t(
          'Let people sign in with GitHub, or with an account at one OpenID Connect provider, such as Keycloak or Google.',
        )}
      </p>
      <Providers />
      <ol className="site-settings-steps">
        <li>
          {rich(
            'Register this site at the provider with the callback URL {url}. At GitHub, this is called an <link>OAuth app</link>.',
            {
              url: <code>{callbackUrl()}</code>,
              link: (text) => (
                <a className="link" href="https://github.com/settings/applications/new">
                  {text}
                </a>
              ),
            },
          )}
        </li>
        <li>
          {rich(
            'Set <code>SITE_URL</code> and, in the environment or in <code>.env</code>, the client’s ID and secret: <code>GITHUB_LOGIN_CLIENT_ID</code> and <code>GITHUB_LOGIN_CLIENT_SECRET</code>, or <code>OIDC_ISSUER</code>, <code>OIDC_CLIENT_ID</code>, <code>OIDC_CLIENT_SECRET</code>, and <code>OIDC_NAME</code>.',
            { code: (text) => <code>{text}</code> },
          )}
        </li>
        <li>{t('Restart the site.')}</li>
      </ol>
    </div>
  )
}

/** Shows which providers are set up. */
function Providers() {
  const providers = useExternalProviders()
  return (
    providers.length > 0 && (
      <p className="row">
        {providers.map((provider) => (
          <Provider key={provider} provider={provider} />
        ))}
      </p>
    )
  )
}

function Provider({ provider }: { provider: string }) {
  const name = useProviderLabel(provider)
  return <Badge color="green">{t('{name} is on', { name })}</Badge>
}

const callbackUrl = () => `${typeof location === 'undefined' ? '' : location.origin}/auth/v1/callback`
