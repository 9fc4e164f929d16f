import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { job, perform, type Worker } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import { bodyOf, type Mailer } from './mail.ts'
import {
  closeResets,
  countMails,
  insertMail,
  listMails,
  type OutboxMail,
  type OutboxPage,
  sweepMails,
} from './outbox.store.ts'

/** Emails that were not sent because the site has no mail server, for administrators. */
export interface Outbox {
  /** Newest first. `total` counts all matching emails, `openRequests` the password resets that no one has handled. */
  list(page: OutboxPage): Promise<{ mails: OutboxMail[]; total: number; openRequests: number }>
  /** Marks the account's password resets as handled by that administrator. */
  closeResets(subject: string, memberId: number): Promise<unknown>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    outbox: Outbox
  }
}

const keepMs = 30 * 86_400_000
const sweep = job('mail.sweep', { summary: () => t('Delete old unsent emails'), schedule: '47 3 * * *' })

/** For a site without a mail server: lists emails for its administrators and prints their links to the log. The list
 *  contains no links, so that read access to the database is not enough to follow them. */
export function outboxMailer({
  db,
  log,
  clock,
}: {
  db: Db
  log: Log
  clock: Clock
}): Mailer & Outbox & { workers: Worker[] } {
  return {
    async list(page) {
      const { all, open } = await countMails(db)
      return { mails: await listMails(db, page), total: page.onlyOpen ? open : all, openRequests: open }
    },
    closeResets: (subject, memberId) => closeResets(db, subject, memberId, new Date(clock.now())),
    async send(mail) {
      const { link, ...rest } = mail
      if (link) log.warn(`No mail server is set (SMTP_URL). For ${mail.to}: ${mail.subject}: ${link}`)
      await insertMail(db, {
        recipient: mail.to,
        subject: mail.subject,
        body: bodyOf(rest),
        hadLink: link !== undefined,
        createdAt: new Date(clock.now()),
        resetFor: mail.resetFor ?? null,
      })
    },
    workers: [perform(sweep, () => sweepMails(db, new Date(clock.now() - keepMs)))],
  }
}
