import type { Context } from '#kernel/http.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import { findAccountMembers, findUsernames } from './accounts.store.ts'
import type { UnsentMailList, UnsentMailQuery } from './unsent-mails.contract.ts'

/** Returns one page of unsent emails, with the members who requested a password reset. */
export async function listUnsentMails(
  { db, identity, outbox }: Context,
  { page, limit, status }: UnsentMailQuery,
): Promise<UnsentMailList> {
  const { mails, total, openRequests } = await outbox.list({
    onlyOpen: status === 'open',
    limit,
    offset: (page - 1) * limit,
  })
  const subjects = mails.flatMap(({ resetFor }) => resetFor ?? [])
  const members = await findAccountMembers(db, identity.issuer, subjects)
  const usernames = await findUsernames(
    db,
    mails.flatMap(({ handledById }) => handledById ?? []),
  )
  const shown = mails.map(({ id, recipient, subject, body, hadLink, resetFor, handledById, createdAt, handledAt }) => ({
    id,
    recipient,
    subject,
    body,
    hadLink,
    createdAt: createdAt.toISOString(),
    isReset: resetFor !== null,
    member: members.find((member) => member.subject === resetFor) ?? null,
    handledAt: handledAt?.toISOString() ?? null,
    handledBy: usernames.find(({ id }) => id === handledById)?.username ?? null,
  }))
  return { mails: shown, openRequests, page, totalPages: totalPagesOf(total, limit), total }
}
