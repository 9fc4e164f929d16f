import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import type { Mailer } from '#providers/mail/mail.ts'
import { digestAddress } from './digest-address.ts'
import { digestMail } from './digest-mail.ts'
import { restoreDigest, listDigestsDue, claimDigest } from './digests.store.ts'
import { findPerson } from './notification-settings.store.ts'
import { sweepNotifications } from './notifications.store.ts'
import { unsubscribeLink } from './unsubscribe-links.ts'

const sendDigests = job('notifications.digests', { summary: () => t('Prepare daily emails'), schedule: '7 7 * * *' })
const sendDigest = job('notifications.digest', {
  summary: () => t('Send an email digest'),
  payload: z.object({ memberId: z.int() }),
  key: ({ memberId }) => String(memberId),
  maxAttempts: 3,
})
const sweep = job('notifications.sweep', { summary: () => t('Delete old notifications'), schedule: '27 4 * * *' })

/** Emails unread notifications once a day to members who turned on digests, if the site has a mail server. */
export const notificationWorkers = [
  perform(sendDigests, async ({ db, mailer }) => {
    if (mailer) for (const due of await listDigestsDue(db)) await sendDigest.enqueue(db, due)
  }),
  perform(sendDigest, async (ctx, { memberId }) => {
    if (ctx.mailer) await mailDigest(ctx, ctx.mailer, memberId)
  }),
  perform(sweep, ({ db }) => sweepNotifications(db)),
]

/** Claims the digest before sending it: a crash in between may lose an email, but no email is ever sent twice. */
async function mailDigest(
  ctx: Pick<Context, 'db' | 'sealing' | 'siteUrl' | 'site' | 'siteSettings' | 'identity'>,
  mailer: Mailer,
  memberId: number,
): Promise<void> {
  const { db, siteUrl, site } = ctx
  const to = await digestAddress(ctx, memberId)
  if (to === null) return
  const unsubscribeUrl = siteUrl + (await unsubscribeLink(ctx, memberId))
  const digest = await claimDigest(db, memberId)
  if (!digest) return
  const locale = (await findPerson(db, memberId))?.locale ?? null
  try {
    await mailer.send(
      inMemberLanguage(locale, () =>
        digestMail({ to, siteUrl, siteName: site.name, unsubscribeUrl, isOn: ctx.siteSettings.isOn, ...digest }),
      ),
    )
  } catch (reason) {
    await restoreDigest(db, memberId, digest)
    throw reason
  }
}
