import type { Context } from '#kernel/http.ts'
import { perform } from '#kernel/job.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { emailDecision } from './approvals.jobs.ts'

export const decisionWorker = perform(emailDecision, async (ctx, { email, isApproved }) => {
  await ctx.mailer?.send({ to: email, ...(isApproved ? approved(ctx) : declined(ctx)) })
})

const approved = ({ site, siteUrl }: Pick<Context, 'site' | 'siteUrl'>): Omit<Mail, 'to'> => ({
  subject: `Welcome to ${site.name}`,
  text: `An administrator has approved your account at ${site.name}. You can use it now:`,
  link: siteUrl + loginAddress.href(),
})

const declined = ({ site, siteUrl }: Pick<Context, 'site' | 'siteUrl'>): Omit<Mail, 'to'> => ({
  subject: `Your registration at ${site.name}`,
  text: `An administrator of ${site.name} (${siteUrl}) has declined your registration. Your account and its data have been deleted.`,
})
