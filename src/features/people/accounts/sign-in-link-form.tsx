import { EmailLinkForm, type EmailLinkFormProps } from './email-link-form.tsx'
import { requestSignInLink } from './sign-in.hooks.ts'
import { t } from '#messages/messages.ts'

/** Requests an emailed link for signing in without a password. */
export const SignInLinkForm = (fields: EmailLinkFormProps) => (
  <EmailLinkForm {...fields} texts={texts} request={requestSignInLink} />
)

const texts = {
  intro: t('We’ll email you a link to sign in without your password.'),
  submit: t('Send link'),
  failed: t('Email not sent'),
  sent: (email: string) =>
    t(
      'If there’s an account for {email}, we’ve sent an email with a link. It works for 15 minutes. Open it on the device that you want to use.',
      { email },
    ),
  withoutScript: t('You need JavaScript to sign in.'),
}
