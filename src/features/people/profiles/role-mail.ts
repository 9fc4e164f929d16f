import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { perform } from '#kernel/job.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import { adminOverviewAddress } from '#features/admin/overview/overview-addresses.contract.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { findRoleChange, findRoleHolderIdentity } from './role-changes.store.ts'
import type { RoleChange, RoleChangeKind } from './roles.contract.ts'
import { emailRoleChange } from './roles.jobs.ts'

/** Emails members whose role has changed, so that they notice an unauthorized change. Without a mail server, they only
 *  get the notification. */
export const roleWorkers = [
  perform(emailRoleChange, async (ctx, { changeId }) => {
    const change = await findRoleChange(ctx.db, changeId)
    const person = change && ctx.mailer && (await findRoleHolderIdentity(ctx.db, change.member.id))
    const to = person?.issuer === ctx.identity.issuer ? await ctx.identity.confirmedAddress(person.subject) : null
    if (!change || !person || to === null) return
    await ctx.mailer?.send({ to, ...inMemberLanguage(person.locale, () => mailAbout(change, ctx)) })
  }),
]

function mailAbout(
  { change, changedBy, member: { username } }: RoleChange,
  { site, siteUrl }: Pick<Context, 'site' | 'siteUrl'>,
): Omit<Mail, 'to'> {
  const who = changedBy ? `@${changedBy.username}` : t('The site’s operator')
  const { subject, text } = texts[change]
  const isAdmin = change === 'admin_granted' || change === 'ownership_granted'
  return {
    subject: subject(site.name),
    text: text({ who, site: site.name, siteUrl }),
    link: siteUrl + (isAdmin ? adminOverviewAddress.href() : '/'),
    after: t(
      'This email is about your account @{username} at {siteUrl}. If you didn’t expect this, contact the site’s operator.',
      { username, siteUrl },
    ),
  }
}

interface Texts {
  subject: (site: string) => string
  text: (values: { who: string; site: string; siteUrl: string }) => string
}

const texts: Record<RoleChangeKind, Texts> = {
  admin_granted: {
    subject: (site) => t('You are now an administrator of {site}', { site }),
    text: ({ who, site, siteUrl }) =>
      t('{who} made you an administrator of {site} ({siteUrl}).', { who, site, siteUrl }),
  },
  admin_revoked: {
    subject: (site) => t('You are no longer an administrator of {site}', { site }),
    text: ({ who, site, siteUrl }) =>
      t('{who} removed you as an administrator of {site} ({siteUrl}).', { who, site, siteUrl }),
  },
  moderator_granted: {
    subject: (site) => t('You are now a moderator of {site}', { site }),
    text: ({ who, site, siteUrl }) => t('{who} made you a moderator of {site} ({siteUrl}).', { who, site, siteUrl }),
  },
  moderator_revoked: {
    subject: (site) => t('You are no longer a moderator of {site}', { site }),
    text: ({ who, site, siteUrl }) =>
      t('{who} removed you as a moderator of {site} ({siteUrl}).', { who, site, siteUrl }),
  },
  ownership_granted: {
    subject: (site) => t('You are now the owner of {site}', { site }),
    text: ({ who, site, siteUrl }) => t('{who} made you the owner of {site} ({siteUrl}).', { who, site, siteUrl }),
  },
  publishing_granted: {
    subject: (site) => t('You can now publish on {site}', { site }),
    text: ({ who, site, siteUrl }) =>
      t('{who} gave you permission to publish on {site} ({siteUrl}).', { who, site, siteUrl }),
  },
  publishing_revoked: {
    subject: (site) => t('You can no longer publish on {site}', { site }),
    text: ({ who, site, siteUrl }) =>
      t(
        '{who} changed your role on {site} ({siteUrl}) to reader. You can still comment and chat, but no longer publish.',
        { who, site, siteUrl },
      ),
  },
  ownership_lost: {
    subject: (site) => t('You are no longer the owner of {site}', { site }),
    text: ({ who, site, siteUrl }) =>
      t('{who} transferred your ownership of {site} ({siteUrl}).', { who, site, siteUrl }),
  },
}
