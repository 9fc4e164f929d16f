import { type Db, many, one, run, sql } from '#kernel/db.ts'

export interface OutboxMail {
  id: number
  recipient: string
  subject: string
  body: string
  /** The mail held a link, which the log shows and this does not. */
  hadLink: boolean
  createdAt: Date
  /** The account that it would have let set a new password. */
  resetFor: string | null
  /** When and by which member that was done in another way. */
  handledAt: Date | null
  handledById: number | null
}

/** Keeps the mail. One that resets the password of an account takes the place of an earlier one that is open. */
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

/** A page of what could not be sent, newest first; only open resets on request. */
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
