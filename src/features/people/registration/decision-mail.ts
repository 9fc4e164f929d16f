import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { perform } from '#kernel/job.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { emailDecision } from './approvals.jobs.ts'

export const decisionWorker = perform(emailDecision, async (ctx, { email, isApproved, locale }) => {
  const mail = inMemberLanguage(locale, () => (isApproved ? approved(ctx) : declined(ctx)))
  await ctx.mailer?.send({ to: email, ...mail })
})

const approved = ({ site, siteUrl }: Pick<Context, 'site' | 'siteUrl'>): Omit<Mail, 'to'> => ({
  subject: t('Welcome to {name}', { name: site.name }),
  text: t('An administrator has approved your account at {name}. You can use it now:', { name: site.name }),
  link: siteUrl + loginAddress.href(),
})

const declined = ({ site, siteUrl }: Pick<Context, 'site' | 'siteUrl'>): Omit<Mail, 'to'> => ({
  subject: t('Your registration at {name}', { name: site.name }),
  text: t(
    'An administrator of {name} ({siteUrl}) has declined your registration. Your account and its data have been deleted.',
    { name: site.name, siteUrl },
  ),
})
