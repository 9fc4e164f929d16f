import * as z from 'zod/mini'
import type { Context } from '#kernel/http.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import type { JobSet } from '#kernel/jobs.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import type { Mailer } from '#providers/mail/mail.ts'
import { digestAddress } from './digest-address.ts'
import { digestMail } from './digest-mail.ts'
import { giveBackDigest, listDigestsDue, takeDigest } from './digests.store.ts'
import { sweepNotifications } from './notifications.store.ts'
import { unsubscribeLink } from './unsubscribe-links.ts'

const digestTask = 'notifications.digest'
const Payload = z.object({ memberId: z.int() })

interface DigestOptions extends Pick<Context, 'db' | 'siteUrl'> {
  siteName: string
  identity: Pick<IdentityProvider, 'issuer' | 'confirmedAddress'>
  /** Null: the site has no mail server, and sends no digests. */
  mailer: Mailer | null
}

/** Tells by mail, once a day, what members have not read and asked to be told so; and forgets old entries. */
export function notificationJobs(options: DigestOptions): JobSet {
  const { db, mailer } = options
  return {
    tasks: {
      'notifications.digests': async () => {
        if (!mailer) return
        for (const due of await listDigestsDue(db))
          await enqueue(db, digestTask, due, { key: `${digestTask}.${due.memberId}`, maxAttempts: 3 })
      },
      [digestTask]: async (payload) => {
        if (mailer) await sendDigest({ ...options, mailer }, Payload.parse(payload).memberId)
      },
      'notifications.sweep': async () => void (await sweepNotifications(db)),
    },
    schedules: [
      { task: 'notifications.digests', cron: '7 7 * * *' },
      { task: 'notifications.sweep', cron: '27 4 * * *' },
    ],
  }
}

/** The digest is taken before it is sent: a process that dies in between costs one mail, and sends none twice. */
async function sendDigest(
  { db, siteUrl, siteName, identity, mailer }: DigestOptions & { mailer: Mailer },
  memberId: number,
): Promise<void> {
  const to = await digestAddress({ db, identity }, memberId)
  if (to === null) return
  const unsubscribeUrl = siteUrl + (await unsubscribeLink(db, memberId))
  const digest = await takeDigest(db, memberId)
  if (!digest) return
  try {
    await mailer.send(digestMail({ to, siteUrl, siteName, unsubscribeUrl, ...digest }))
  } catch (reason) {
    await giveBackDigest(db, memberId, digest)
    throw reason
  }
}
