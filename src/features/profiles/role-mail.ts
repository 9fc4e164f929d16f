import * as z from 'zod/mini'
import type { Context } from '#kernel/http.ts'
import type { JobSet } from '#kernel/jobs.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import type { Mail, Mailer } from '#providers/mail/mail.ts'
import { findRoleChange, findRoleHolderIdentity } from './role-changes.store.ts'
import { type RoleChange, type RoleChangeKind, roleMailTask } from './roles.contract.ts'

const Payload = z.object({ changeId: z.int() })

interface RoleMailOptions extends Pick<Context, 'db' | 'siteUrl'> {
  siteName: string
  identity: Pick<IdentityProvider, 'issuer' | 'confirmedAddress'>
  /** Null without a mail server: members then only get the notification. */
  mailer: Mailer | null
}

/** Emails members whose role has changed, so that they notice an unauthorized change. */
export const roleJobs = (options: RoleMailOptions): JobSet => ({
  tasks: {
    [roleMailTask]: async (payload) => {
      const change = await findRoleChange(options.db, Payload.parse(payload).changeId)
      const to = change && options.mailer && (await addressOf(options, change.member.id))
      if (to) await options.mailer?.send({ to, ...mailAbout(change, options) })
    },
  },
})

async function addressOf({ db, identity }: RoleMailOptions, memberId: number): Promise<string | null> {
  const person = await findRoleHolderIdentity(db, memberId)
  return person?.issuer === identity.issuer ? identity.confirmedAddress(person.subject) : null
}

function mailAbout({ change, changedBy }: RoleChange, { siteName, siteUrl }: RoleMailOptions): Omit<Mail, 'to'> {
  const who = changedBy ? `@${changedBy.username}` : 'The site’s operator'
  const { subject, did } = words[change]
  return {
    subject: `${subject} ${siteName}`,
    text: `${who} ${did} ${siteName} (${siteUrl}).`,
    after: 'If you didn’t expect this, contact the site’s operator.',
  }
}

const words: Record<RoleChangeKind, { subject: string; did: string }> = {
  admin_granted: { subject: 'You are now an administrator of', did: 'made you an administrator of' },
  admin_revoked: { subject: 'You are no longer an administrator of', did: 'removed you as an administrator of' },
  ownership_granted: { subject: 'You are now the owner of', did: 'made you the owner of' },
  ownership_lost: { subject: 'You are no longer the owner of', did: 'transferred your ownership of' },
}
