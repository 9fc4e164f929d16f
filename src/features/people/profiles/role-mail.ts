import type { Context } from '#kernel/http.ts'
import { perform } from '#kernel/job.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { findRoleChange, findRoleHolderIdentity } from './role-changes.store.ts'
import type { RoleChange, RoleChangeKind } from './roles.contract.ts'
import { emailRoleChange } from './roles.jobs.ts'

/** Emails members whose role has changed, so that they notice an unauthorized change. Without a mail server, they only
 *  get the notification. */
export const roleWorkers = [
  perform(emailRoleChange, async (ctx, { changeId }) => {
    const change = await findRoleChange(ctx.db, changeId)
    const to = change && ctx.mailer && (await addressOf(ctx, change.member.id))
    if (to) await ctx.mailer?.send({ to, ...mailAbout(change, ctx) })
  }),
]

async function addressOf({ db, identity }: Pick<Context, 'db' | 'identity'>, memberId: number): Promise<string | null> {
  const person = await findRoleHolderIdentity(db, memberId)
  return person?.issuer === identity.issuer ? identity.confirmedAddress(person.subject) : null
}

function mailAbout(
  { change, changedBy }: RoleChange,
  { site, siteUrl }: Pick<Context, 'site' | 'siteUrl'>,
): Omit<Mail, 'to'> {
  const who = changedBy ? `@${changedBy.username}` : 'The site’s operator'
  const { subject, did, rest = '' } = texts[change]
  return {
    subject: `${subject} ${site.name}`,
    text: `${who} ${did} ${site.name} (${siteUrl})${rest}.`,
    after: 'If you didn’t expect this, contact the site’s operator.',
  }
}

const texts: Record<RoleChangeKind, { subject: string; did: string; rest?: string }> = {
  admin_granted: { subject: 'You are now an administrator of', did: 'made you an administrator of' },
  admin_revoked: { subject: 'You are no longer an administrator of', did: 'removed you as an administrator of' },
  moderator_granted: { subject: 'You are now a moderator of', did: 'made you a moderator of' },
  moderator_revoked: { subject: 'You are no longer a moderator of', did: 'removed you as a moderator of' },
  ownership_granted: { subject: 'You are now the owner of', did: 'made you the owner of' },
  publishing_granted: { subject: 'You can now publish on', did: 'gave you permission to publish on' },
  publishing_revoked: {
    subject: 'You can no longer publish on',
    did: 'changed your role on',
    rest: ' to reader. You can still comment and chat, but no longer publish',
  },
  ownership_lost: { subject: 'You are no longer the owner of', did: 'transferred your ownership of' },
}
