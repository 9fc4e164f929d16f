import { type Db, many, one, run, sql } from '#kernel/db.ts'

export interface OutboxMail {
  id: number
  recipient: string
  subject: string
  body: string
  /** Whether the email had a link, which is in the log but not in this table. */
  hadLink: boolean
  createdAt: Date
  /** The account whose password the email would reset. */
  resetFor: string | null
  /** When a link was created instead, and by which administrator. */
  handledAt: Date | null
  handledById: number | null
}

/** Stores the email. A password reset replaces an earlier open reset for the same account. */
export const insertMail = (db: Db, mail: Omit<OutboxMail, 'id' | 'handledAt' | 'handledById'>) => run(db)`
  insert into mail_outbox (recipient, subject, body, had_link, created_at, reset_for)
  values (${mail.recipient}, ${mail.subject}, ${mail.body}, ${mail.hadLink}, ${mail.createdAt}, ${mail.resetFor})
  on conflict (reset_for) where handled_at is null and reset_for is not null
  do update set recipient = excluded.recipient, created_at = excluded.created_at`

export interface OutboxPage {
  onlyOpen: boolean
  limit: number
  offset: number
}

const isOpen = sql`reset_for is not null and handled_at is null`

/** Returns a page of unsent emails, newest first; optionally only open password resets. */
export const listMails = (db: Db, { onlyOpen, limit, offset }: OutboxPage) => many<OutboxMail>(db)`
  select id, recipient, subject, body, had_link as "hadLink", created_at as "createdAt", reset_for as "resetFor",
    handled_at as "handledAt", handled_by as "handledById"
  from mail_outbox ${onlyOpen ? sql`where ${isOpen}` : sql``}
  order by created_at desc, id desc limit ${limit} offset ${offset}`

export const countMails = async (db: Db): Promise<{ all: number; open: number }> =>
  (await one<{ all: number; open: number }>(db)`
    select count(*) as all, count(*) filter (where ${isOpen}) as open from mail_outbox`) ?? { all: 0, open: 0 }

export const closeResets = (db: Db, resetFor: string, memberId: number, now: Date) => run(db)`
  update mail_outbox set handled_at = ${now}, handled_by = ${memberId} where reset_for = ${resetFor} and ${isOpen}`

export const sweepMails = (db: Db, before: Date) => run(db)`delete from mail_outbox where created_at <= ${before}`
