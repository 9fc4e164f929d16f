import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { EmailLinkForm, type EmailLinkFormProps } from './email-link-form.tsx'
import { requestRecovery } from './sign-in.hooks.ts'

/** Requests a password reset link: by email, or from an administrator if the site cannot send email. */
export function RecoveryForm(fields: EmailLinkFormProps) {
  const { canSendEmail } = useSite()
  return (
    <EmailLinkForm {...fields} texts={canSendEmail ? byEmail : byAdministrator} request={requestRecovery}>
      {!canSendEmail && (
        <p className="meta">
          {rich('Do you run this site? Reset the password on the server: {command}', {
            command: <code>npm run devstead -- member reset-password NAME</code>,
          })}
        </p>
      )}
    </EmailLinkForm>
  )
}

const withoutScript = t('You need JavaScript to set a new password.')
const byEmail = {
  intro: t('We’ll email you a link to set a new password.'),
  submit: t('Send link'),
  failed: t('Email not sent'),
  sent: (email: string) =>
    t('If there’s an account for {email}, we’ve sent an email with a link. The link works for ten minutes.', { email }),
  withoutScript,
}
const byAdministrator = {
  intro: t('This site can’t send email. Send a request here, then ask an administrator for your password reset link.'),
  submit: t('Send request'),
  failed: t('Request not sent'),
  sent: (email: string) =>
    t(
      'If there’s an account for {email}, the administrators of this site can now see your request. Contact one of them to get your link.',
      { email },
    ),
  withoutScript,
}
