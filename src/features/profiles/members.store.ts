import { AppError, suspended } from '#kernel/errors.ts'
import { type Db, inTransaction, one, run } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { FullName } from './profiles.contract.ts'
import { suspensionWords } from './standing.store.ts'
import { numbered, Username, usernameFrom, usernameTaken } from './usernames.contract.ts'

/** Who the identity provider says is there. `issuer` and `subject` together name a person. */
interface Person {
  issuer: string
  subject: string
  email: string
  metadata: { username?: string; fullName?: string }
}

/** The member behind an identity, made on the first call. Source: decisions, sign-up metadata. */
export async function memberOfIdentity(db: Db, person: Person, ownerUsername: string | null): Promise<Member> {
  const known = await findMemberByIdentity(db, person.issuer, person.subject)
  return known ?? makeMember(db, profileOf(person), ownerUsername)
}

/** Refuses a registration whose username or name cannot be. Without a username one will be found.
 *  @throws AppError invalid_input, conflict */
export async function checkSignUp(db: Db, { username, fullName }: Person['metadata']): Promise<void> {
  const { error } = username === undefined ? {} : Username.safeParse(username)
  const fault = error ?? (fullName === undefined ? undefined : FullName.safeParse(fullName).error)
  if (fault) throw new AppError('invalid_input', fault.issues[0]?.message ?? 'Invalid input')
  if (username !== undefined && (await isUsernameTaken(db, username))) throw new AppError('conflict', usernameTaken)
}

/** The member behind an identity; null when it has none. @throws AppError suspended for who may not be here */
export async function findMemberByIdentity(db: Db, issuer: string, subject: string): Promise<Member | null> {
  const row = await one<Member & { standing: string }>(db)`
    select id, username, role, standing from all_members
    where issuer = ${issuer} and subject = ${subject} and standing <> 'departed'`
  if (!row) return null
  const { standing, ...member } = row
  if (standing !== 'present') throw suspended(await suspensionWords(db, issuer, subject))
  return member
}

/** Whether a member has it, or had it before leaving. */
export const isUsernameTaken = async (db: Db, username: string): Promise<boolean> =>
  (await one(db)`
    select from all_members where lower(username) = lower(${username})
    union all select from departed_usernames where hash = sha256(convert_to(lower(${username}), 'UTF8'))`) !== null

interface NewMember {
  issuer: string
  subject: string
  username: string
  displayName: string
}

/** Makes the member unless this identity has one; a taken username gets a number behind it. The first member is the
 *  administrator, unless `ownerUsername` names who is. */
export const makeMember = (
  db: Db,
  { issuer, subject, username, displayName }: NewMember,
  ownerUsername: string | null,
) =>
  inTransaction(db, async (db): Promise<Member> => {
    await run(db)`select pg_advisory_xact_lock(hashtext('members'))`
    const known = await findMemberByIdentity(db, issuer, subject)
    if (known) return known
    const free = await freeUsername(db, username)
    const member = await one<Member>(db)`
      insert into members (issuer, subject, username, display_name, role)
      select ${issuer}, ${subject}, ${free}, ${displayName}, case
        when lower(${free}) = lower(${ownerUsername}) then 'admin'
        when ${ownerUsername}::text is null and not exists (select from all_members where standing <> 'departed') then 'admin'
        else 'member' end
      returning id, username, role`
    return member!
  })

/** Moves the day the member joined, as the demo needs it. */
export const backdateMember = (db: Db, id: number, createdAt: Date) => run(db)`
  update members set created_at = ${createdAt} where id = ${id}`

async function freeUsername(db: Db, username: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? username : numbered(username, number)
    if (!(await isUsernameTaken(db, candidate))) return candidate
  }
}

/** The hosted provider lets people write what they like there, so nothing of it is taken unseen. */
function profileOf({ issuer, subject, email, metadata }: Person): NewMember {
  const username = Username.safeParse(metadata.username)
  const fullName = FullName.safeParse(metadata.fullName)
  const name = username.success ? username.data : usernameFrom(metadata.username ?? email.split('@')[0] ?? '')
  return { issuer, subject, username: name, displayName: fullName.success ? fullName.data : name }
}
