import { locale, t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { type Db, inTransaction, many, one, run } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { isUsernameTaken, lockUsernames } from './members.store.ts'
import { maxUsernameChanges, usernameChangeDays, type Usernames } from './username-changes.contract.ts'
import { usernameTaken } from './usernames.contract.ts'

interface Renaming {
  memberId: number
  /** Who changes the username: the member or an administrator. */
  actorId: number
  username: string
  now: Date
  /** The OWNER_USERNAME setting: taking this name would make the member owner at the next start. */
  ownerUsername: string | null
  /** The number of changes per member is limited, except for administrators who rename others. */
  isLimited: boolean
  /** Changes the username at the identity provider. */
  rename: (db: Db, subject: string, username: string) => Promise<void>
}

/** Changes the member's username; the former one still leads to them. Idempotent.
 *  @throws AppError not_found, conflict if someone else has or had the name, rate_limited */
export const changeUsernameOf = (db: Db, renaming: Renaming): Promise<Usernames> =>
  inTransaction(db, async (db) => {
    const { memberId, username, now } = renaming
    await lockUsernames(db)
    const member = found(await lockMember(db, memberId), 'Member')
    if (member.username !== username) {
      await refuseTaken(db, renaming)
      if (renaming.isLimited) await refuseTooMany(db, memberId, now)
      await run(db)`
        insert into former_usernames (member_id, username, changed_at) values (${memberId}, ${member.username}, ${now})`
      await run(db)`update all_members set username = ${username} where id = ${memberId}`
      await renaming.rename(db, member.subject, username)
      await audit(db, { action: 'member.renamed', actor: renaming.actorId, subjectId: memberId })
    }
    return found(await findUsernames(db, memberId, now), 'Member')
  })

/** Returns the member's current and former usernames; null if there is no such member. */
export async function findUsernames(db: Db, memberId: number, now: Date): Promise<Usernames | null> {
  const member = await one<{ username: string }>(db)`
    select username from all_members where id = ${memberId} and standing <> 'departed'`
  if (!member) return null
  const former = await many<{ username: string }>(db)`
    select username from (
      select distinct on (lower(username)) username, changed_at from former_usernames
      where member_id = ${memberId} and lower(username) <> lower(${member.username})
      order by lower(username), changed_at desc) as latest
    order by changed_at desc`
  const recent = await listRecentChanges(db, memberId, now)
  return {
    username: member.username,
    formerUsernames: former.map(({ username }) => username),
    changesLeft: Math.max(0, maxUsernameChanges - recent.length),
    nextChangeAt: nextChangeAt(recent)?.toISOString() ?? null,
  }
}

const lockMember = (db: Db, id: number) => one<{ username: string; subject: string }>(db)`
  select username, subject from all_members where id = ${id} and standing <> 'departed' for no key update`

async function refuseTaken(db: Db, { memberId, username, ownerUsername }: Renaming): Promise<void> {
  const isTaken = await isUsernameTaken(db, username, memberId)
  const isOwners = username.toLowerCase() === ownerUsername?.toLowerCase() && !(await hasHad(db, memberId, username))
  if (isTaken || isOwners) throw new AppError('conflict', usernameTaken())
}

const hasHad = async (db: Db, memberId: number, username: string): Promise<boolean> =>
  (await one(db)`select where member_named(${username}) = ${memberId}`) !== null

async function refuseTooMany(db: Db, memberId: number, now: Date): Promise<void> {
  const nextAt = nextChangeAt(await listRecentChanges(db, memberId, now))
  if (!nextAt) return
  const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(nextAt)
  const message = t(
    'You can change your username {maxUsernameChanges} times in {usernameChangeDays} days. Try again after {day}.',
    { maxUsernameChanges, usernameChangeDays, day },
  )
  throw new AppError('rate_limited', message, {
    retryAfterSeconds: Math.ceil((nextAt.getTime() - now.getTime()) / 1000),
  })
}

const dayMs = 86_400_000

/** Returns the times of the latest changes, newest first. */
async function listRecentChanges(db: Db, memberId: number, now: Date): Promise<Date[]> {
  const rows = await many<{ at: Date }>(db)`
    select changed_at as at from former_usernames
    where member_id = ${memberId} and changed_at > ${new Date(now.getTime() - usernameChangeDays * dayMs)}
    order by changed_at desc, id desc limit ${maxUsernameChanges}`
  return rows.map(({ at }) => at)
}

/** Returns when the member may change their username again; null if they may now. */
function nextChangeAt(recent: Date[]): Date | null {
  const oldest = recent[maxUsernameChanges - 1]
  return oldest ? new Date(oldest.getTime() + usernameChangeDays * dayMs) : null
}
