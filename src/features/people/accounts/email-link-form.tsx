import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { loginAddress } from './account-addresses.contract.ts'
import { LinkRequest } from './accounts.contract.ts'
import { EmailField, type EmailFieldProps } from './email-field.tsx'
import type { Outcome } from './identity-client.hooks.ts'
import { useHostedIdentity } from './identity-settings.hooks.ts'
import type { LinkOptions } from './sign-in.hooks.ts'

export interface EmailLinkFormProps extends EmailFieldProps {
  /** The page to open after signing in: a path on this site. */
  next: string
}

interface Props extends EmailLinkFormProps {
  texts: {
    intro: string
    submit: string
    /** The title of the error message. */
    failed: string
    sent: (email: string) => string
    withoutScript: string
  }
  request: (email: string, options: LinkOptions) => Promise<Outcome>
  children?: ReactNode
}

/** Requests a link by email. Never reveals whether the address is known. */
export function EmailLinkForm({ email, onEmail, next, texts, request, children }: Props) {
  const isHosted = useHostedIdentity()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { onSubmit, faults, isPending } = useForm(LinkRequest, async (values) => {
    const outcome = await request(values.email, { next, isHosted })
    if (outcome.ok) return setSentTo(values.email)
    showToast({ title: texts.failed, description: outcome.message, variant: 'error' })
    return { form: outcome.message }
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <p>{texts.intro}</p>
      <EmailField email={email} onEmail={onEmail} error={faults.email} />
      <FormError message={faults.form} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? t('Sending...') : texts.submit}
      </Button>
      <output className="sign-in-notice">{sentTo && texts.sent(sentTo)}</output>
      {children}
      <noscript>
        <p>{texts.withoutScript}</p>
      </noscript>
      <Link href={loginAddress.href()} className="link">
        {t('Back to sign-in')}
      </Link>
    </form>
  )
}
