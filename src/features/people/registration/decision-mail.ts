import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { perform } from '#kernel/job.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { accountText, type Mail } from '#providers/mail/mail.ts'
import { emailDecision } from './approvals.jobs.ts'

export const decisionWorker = perform(emailDecision, async (ctx, { email, username, isApproved, locale }) => {
  const mail = inMemberLanguage(locale, () =>
    (isApproved ? approved : declined)(ctx, accountText(ctx.siteUrl, username)),
  )
  await ctx.mailer?.send({ to: email, ...mail })
})

type Site = Pick<Context, 'site' | 'siteUrl'>

const approved = ({ site: { name }, siteUrl }: Site, account: string): Omit<Mail, 'to'> => ({
  subject: t('Welcome to {name}', { name }),
  text: t('An administrator of {name} has approved your account {account}. You can use it now:', { name, account }),
  link: siteUrl + loginAddress.href(),
  after: t('If you didn’t sign up, contact the site’s operator.'),
})

const declined = ({ site: { name }, siteUrl }: Site, account: string): Omit<Mail, 'to'> => ({
  subject: t('Your registration at {name}', { name }),
  text: t(
    'An administrator of {name} has declined your registration. Your account {account} and its data have been deleted.',
    { name, account },
  ),
  link: `${siteUrl}/`,
  after: t('If you didn’t sign up, you don’t need to do anything.'),
})
