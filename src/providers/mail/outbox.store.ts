import { type Db, many, run } from '#kernel/db.ts'

export interface OutboxMail {
  id: number
  recipient: string
  subject: string
  body: string
  /** The mail held a link, which the log shows and this does not. */
  hadLink: boolean
  createdAt: Date
}

export const insertMail = (db: Db, mail: Omit<OutboxMail, 'id'>) => run(db)`
  insert into mail_outbox (recipient, subject, body, had_link, created_at)
  values (${mail.recipient}, ${mail.subject}, ${mail.body}, ${mail.hadLink}, ${mail.createdAt})`

/** What could not be sent for want of a mail server, newest first, at most 100. For administrators. */
export const listMails = (db: Db) => many<OutboxMail>(db)`
  select id, recipient, subject, body, had_link as "hadLink", created_at as "createdAt"
  from mail_outbox order by created_at desc, id desc limit 100`

export const sweepMails = (db: Db, before: Date) => run(db)`delete from mail_outbox where created_at <= ${before}`
