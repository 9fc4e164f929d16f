import { t } from '#messages/messages.ts'
import { AppError, suspended } from '#kernel/errors.ts'
import { audit } from '#kernel/audit.store.ts'
import { type Db, inTransaction, one, run } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { FullName, type Joined } from './new-profile.contract.ts'
import { assignOwnership, lockRoles } from './roles.store.ts'
import { suspensionWords } from './standing.store.ts'
import { numbered, Username, usernameFrom, usernameTaken } from './usernames.contract.ts'

/** A user as the identity provider reports them. `issuer` and `subject` together identify a person. */
interface Person {
  issuer: string
  subject: string
  email: string
  metadata: { username?: string; fullName?: string }
}

/** How the owner of an empty site is chosen. */
interface OwnerChoice {
  /** The OWNER_USERNAME setting. */
  ownerUsername?: string | null
  /** Returns the user with the oldest account, if the identity provider can determine it. */
  findFirst?: ((db: Db) => Promise<Person | null>) | undefined
}

/** What happens when a member is created, in the transaction that creates them. */
interface Joining extends OwnerChoice {
  /** Runs before the member is created. Not called for the owner. @throws AppError registration_refused */
  admit?: ((db: Db, person: Person) => Promise<void>) | undefined
  /** Runs after the member is created. The result does not apply to the owner. */
  onJoined?: ((db: Db, member: Member, person: Person) => Promise<Joined>) | undefined
}

/** Returns the member with this identity, creating them on the first call. Source: docs/product.md, Sign-in. */
export async function memberOfIdentity(db: Db, person: Person, joining: Joining = {}): Promise<Member> {
  const known = await findMemberByIdentity(db, person.issuer, person.subject)
  return known ?? makeMember(db, person, joining)
}

/** Rejects a registration with an invalid or taken username, or an invalid name. If no username is given, one is
 *  generated later. @throws AppError invalid_input, conflict */
export async function checkSignUp(db: Db, { username, fullName }: Person['metadata']): Promise<void> {
  const { error } = username === undefined ? {} : Username.safeParse(username)
  const fault = error ?? (fullName === undefined ? undefined : FullName.safeParse(fullName).error)
  if (fault) throw new AppError('invalid_input', fault.issues[0]?.message ?? t('Invalid input'))
  if (username !== undefined && (await isUsernameTaken(db, username))) throw new AppError('conflict', usernameTaken())
}

/** Returns the member with this identity, or null. @throws AppError suspended if the member is suspended,
 *  awaiting_approval if no administrator has approved them yet */
export async function findMemberByIdentity(db: Db, issuer: string, subject: string): Promise<Member | null> {
  const row = await one<Member & { standing: string }>(db)`
    select id, username, role, standing from all_members
    where issuer = ${issuer} and subject = ${subject} and standing <> 'departed'`
  if (!row) return null
  const { standing, ...member } = row
  if (standing === 'waiting') {
    const message = t('An administrator needs to approve your account before you can use it.')
    throw new AppError('awaiting_approval', message)
  }
  if (standing !== 'present') throw suspended(await suspensionWords(db, issuer, subject))
  return member
}

/** Returns the username and display name of the member with this identity, or an empty list. */
export async function memberNames(db: Db, issuer: string, subject: string): Promise<string[]> {
  const names = await one<{ username: string; displayName: string }>(db)`
    select username, display_name as "displayName" from all_members where issuer = ${issuer} and subject = ${subject}`
  return names ? Object.values(names) : []
}

/** Reports whether another member, possibly a deleted one, has or had this username. */
export const isUsernameTaken = async (db: Db, username: string, memberId: number | null = null): Promise<boolean> =>
  (await one(db)`
    select where member_named(${username}) <> coalesce(${memberId}::int, 0)
    union all select from departed_usernames where hash = sha256(convert_to(lower(${username}), 'UTF8'))`) !== null

/** Serializes all operations that assign a username, until the transaction ends. */
export const lockUsernames = (db: Db) => run(db)`select pg_advisory_xact_lock(hashtext('members'))`

/** Creates the member unless this identity has one; a taken username gets a numeric suffix. On an empty site, also
 *  creates the owner: the first user to sign up, even if they have not used the site yet, unless `ownerUsername` is
 *  set. */
const makeMember = (db: Db, person: Person, { ownerUsername = null, findFirst, admit, onJoined }: Joining) =>
  inTransaction(db, async (db): Promise<Member> => {
    await lockUsernames(db)
    const isEmpty = await isEmptySite(db)
    if (isEmpty && ownerUsername === null) {
      const first = (await findFirst?.(db)) ?? person
      const owner = await insertMember(db, first)
      await onJoined?.(db, owner, first)
      await makeOwner(db, owner.id, 'sign_up')
    }
    const known = await findMemberByIdentity(db, person.issuer, person.subject)
    if (known) return known
    const isOwner = ownerUsername !== null && (await willBeNamed(db, person, ownerUsername))
    if (!isOwner) await admit?.(db, person)
    const member = await insertMember(db, person)
    const joined = await onJoined?.(db, member, person)
    if (isOwner) {
      await makeOwner(db, member.id, 'setting')
      return { ...member, role: 'admin' }
    }
    if (joined?.isWaiting) await holdMember(db, member.id)
    if (!joined?.isReader) return member
    await run(db)`update all_members set role = 'reader' where id = ${member.id}`
    return { ...member, role: 'reader' }
  })

/** Returns whether the new member gets this username: they have chosen it, and it is available. */
const willBeNamed = async (db: Db, person: Person, username: string): Promise<boolean> =>
  profileOf(person).username.toLowerCase() === username.toLowerCase() && !(await isUsernameTaken(db, username))

/** Hides the new member, who may not write anything, until an administrator approves them. */
const holdMember = (db: Db, id: number) => run(db)`update all_members set standing = 'waiting' where id = ${id}`

async function makeOwner(db: Db, memberId: number, actor: 'sign_up' | 'setting'): Promise<void> {
  await lockRoles(db)
  await assignOwnership(db, memberId, actor)
}

const isEmptySite = async (db: Db): Promise<boolean> =>
  (await one(db)`select from all_members where standing <> 'departed' limit 1`) === null

async function insertMember(db: Db, person: Person): Promise<Member> {
  const { issuer, subject, username, displayName } = profileOf(person)
  const member = await one<Member>(db)`
    insert into members (issuer, subject, username, display_name)
    values (${issuer}, ${subject}, ${await freeUsername(db, username)}, ${displayName})
    returning id, username, role`
  await audit(db, { action: 'member.joined', actor: member!.id, subjectId: member!.id })
  return member!
}

/** Sets the day that the member joined, for the demo content. */
export const backdateMember = (db: Db, id: number, createdAt: Date) => run(db)`
  update members set created_at = ${createdAt} where id = ${id}`

async function freeUsername(db: Db, username: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? username : numbered(username, number)
    if (!(await isUsernameTaken(db, candidate))) return candidate
  }
}

/** Validates the metadata, because users of a hosted provider can write anything into it. */
function profileOf({ issuer, subject, email, metadata }: Person) {
  const username = Username.safeParse(metadata.username)
  const fullName = FullName.safeParse(metadata.fullName)
  const name = username.success ? username.data : usernameFrom(metadata.username ?? email.split('@')[0] ?? '')
  return { issuer, subject, username: name, displayName: fullName.success ? fullName.data : name }
}
