import { randomBytes } from 'node:crypto'
import { createIdentity } from '#app/identity.ts'
import { features } from '#app/features.ts'
import { fixedSettings } from '#app/fixed-settings.ts'
import { openSiteSealing, sealedSecrets } from '#app/sealing.ts'
import { findSubject } from '#features/people/accounts/accounts.store.ts'
import { createDeleteAccount } from '#features/people/account-deletion/account-deletion.ts'
import type { PostsChoice } from '#features/people/account-deletion/account-deletion.contract.ts'
import { checkSignUp, memberOfIdentity } from '#features/people/profiles/members.store.ts'
import { memberships } from '#features/people/profiles/memberships.ts'
import { listUsers } from '#features/people/profiles/people.store.ts'
import { type RoleHolder, setByOwnerUsername } from '#features/people/profiles/roles.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'
import type { TwoFactorRule } from '#schemas/two-factor.contract.ts'
import { changeMemberRole } from '#features/people/profiles/change-role.ts'
import { findRoleHolder, listRoleHolders, transferOwnership } from '#features/people/profiles/roles.store.ts'
import { chosenIn } from '#features/admin/site-settings/site-settings.contract.ts'
import { findSettings, replaceSettings } from '#features/admin/site-settings/site-settings.store.ts'
import { changedIn, settingsIn } from '#features/admin/site-settings/stored-settings.ts'
import { createLiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import type { ArchiveOwner } from '#features/admin/archives/archive-links.store.ts'
import { NewSuspension, notAnAdmin } from '#features/admin/suspensions/suspensions.contract.ts'
import { findSuspendableNamed } from '#features/admin/suspensions/suspensions.store.ts'
import { outdateProxiedPictures } from '#features/writing/posts/post-renderings.store.ts'
import { createSuspensions } from '#features/admin/suspensions/suspensions.ts'
import { audit } from '#kernel/audit.store.ts'
import { sendChanges } from '#kernel/changes.store.ts'
import { systemClock } from '#kernel/clock.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { createEmit } from '#kernel/event.ts'
import type { Context } from '#kernel/http.ts'
import { abandonSealingKey } from '#kernel/sealing-key.ts'
import { authenticatorApps } from '#providers/identity/sealed-secrets.ts'
import { smtpMailer } from '#providers/mail/smtp.ts'
import type { IdentityProvider, NewAccount } from '#providers/identity/identity.ts'
import type { Site } from './site.ts'

// What operators can do with members. Names may be former usernames; case is ignored.

export interface ListedMember {
  id: number
  username: string
  displayName: string
  role: Role | 'owner'
}

/** Returns all members, newest first. */
export async function listMembers({ db }: Site): Promise<ListedMember[]> {
  const roles = new Map(
    (await listRoleHolders(db)).map(({ id, isOwner, role }) => [id, isOwner ? 'owner' : role] as const),
  )
  const all: ListedMember[] = []
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const found = await listUsers(db, { page, limit: 100 }, null)
    for (const { id, username, displayName } of found.users)
      all.push({ id, username, displayName, role: roles.get(id) ?? 'member' })
    totalPages = found.totalPages
  }
  return all
}

export const findMember = async ({ db }: Site, username: string): Promise<RoleHolder> =>
  (await findRoleHolder(db, username)) ?? unknown(username)

/** @throws AppError conflict if the change would leave the site without an administrator */
export async function changeRole(site: Site, username: string, role: Role): Promise<void> {
  const { id } = await findMember(site, username)
  const emit: Context['emit'] = async (...emitted) => (await contextOf(site))().emit(...emitted)
  await changeMemberRole({ db: site.db, emit }, id, role, 'command')
  await announce(site, 'members')
}

/** Makes the member the owner. @throws AppError conflict if OWNER_USERNAME names the owner */
export async function makeOwner(site: Site, username: string): Promise<void> {
  const { id } = await findMember(site, username)
  if (site.config.ownerUsername !== null) throw new AppError('conflict', setByOwnerUsername())
  await transferOwnership(site.db, id, 'command')
  await announce(site, 'members')
}

type MemberAccount = Omit<NewAccount, 'password'>

/** Creates a member with a temporary password, even if registration is closed. The first member becomes the owner.
 *  @throws AppError invalid_input, conflict */
export async function createMember(site: Site, account: MemberAccount) {
  const { identity } = await openIdentity(site)
  const { email, username, fullName } = account
  await checkSignUp(site.db, { username, fullName })
  const temporaryPassword = newPassword()
  const { subject } = await identity.createAccount({ ...account, password: temporaryPassword })
  await identity.setPassword(subject, temporaryPassword, { isTemporary: true })
  const person = { issuer: identity.issuer, subject, email, metadata: { username, fullName } }
  const { ownerUsername } = site.config
  const created = await memberOfIdentity(site.db, person, { ownerUsername, findFirst: identity.firstAccount })
  await announce(site, 'members')
  return { ...created, temporaryPassword }
}

/** Creates a member who chooses their own password through a link, and sends them the link if there is a mail
 *  server. */
export async function inviteMember(site: Site, account: MemberAccount) {
  const { temporaryPassword: _, ...created } = await createMember(site, account)
  const link = await createPasswordLink(site, created.username)
  return { ...created, link, ...(await sendInvitation(site, account, link)) }
}

/** Emails the link. Returns the error instead of throwing it, because the caller must still show the link: it is the
 *  only way to use the new account. */
async function sendInvitation(site: Site, { email, username }: MemberAccount, link: string) {
  const { config } = site
  if (!config.smtp) return { isSent: false }
  const mailer = smtpMailer(config.smtp)
  const { siteUrl } = config
  const { name } = await openSettings(site)
  try {
    await mailer.send({
      to: email,
      subject: `Your account at ${name}`,
      text: `You have been invited to ${name} (${siteUrl}) as ${username}. Choose your password:`,
      link,
      after: 'The link works once and expires in an hour.',
    })
    return { isSent: true }
  } catch (reason) {
    return { isSent: false, mailError: reason instanceof Error ? reason.message : String(reason) }
  } finally {
    mailer.close()
  }
}

/** Sets a temporary password, disconnects the member's accounts, and ends their sessions. @returns the password */
export async function resetPassword(site: Site, username: string): Promise<string> {
  const { identity, subject } = await accountOf(site, username)
  const password = newPassword()
  await identity.setPassword(subject, password, { isTemporary: true })
  return password
}

/** Creates a link for setting a password, which works once and expires in an hour. */
export async function createPasswordLink(site: Site, username: string): Promise<string> {
  const { identity, subject } = await accountOf(site, username)
  const link = await identity.createRecoveryLink(subject)
  const { id: subjectId } = await findMember(site, username)
  await audit(site.db, { action: 'password.link_created', actor: 'operator', subjectId })
  return link
}

export async function removeSecondFactor(site: Site, username: string): Promise<void> {
  const { identity, subject } = await accountOf(site, username)
  await identity.removeFactors(subject)
}

/** Returns who has to use two-factor authentication. */
export const findTwoFactorRule = async ({ db }: Site): Promise<TwoFactorRule> =>
  settingsIn((await findSettings(db))?.settings).requireTwoFactor

/** Sets who has to use two-factor authentication. @throws AppError conflict if an administrator saves the site's settings
 *  at the same time */
export async function setTwoFactorRule(site: Site, requireTwoFactor: TwoFactorRule): Promise<void> {
  await inTransaction(site.db, async (db) => {
    const row = await findSettings(db)
    const before = settingsIn(row?.settings)
    if (before.requireTwoFactor === requireTwoFactor) return
    const settings = { ...before, requireTwoFactor }
    if ((await replaceSettings(db, chosenIn(settings), row?.version ?? 0)) === null)
      throw new AppError('conflict', 'The site’s settings were just changed. Try again.')
    const details = { settings: changedIn(before, settings) }
    await audit(db, { action: 'settings.changed', actor: 'operator', details })
  })
  await announce(site, 'site-settings')
}

/** Deletes everything encrypted with the identity key after the key was lost. @returns how many members had a second
 *  factor */
export async function removeAllSecondFactors({ db }: Site): Promise<number> {
  const { [authenticatorApps]: count = 0 } = await abandonSealingKey(db, sealedSecrets)
  await outdateProxiedPictures(db)
  await audit(db, { action: 'secrets.rotated', actor: 'operator', details: { secrets: 'all' } })
  return count
}

/** Returns the member whose archive will be written. The email address is empty if it is unknown. */
export async function archiveOwner(site: Site, username: string): Promise<ArchiveOwner> {
  const { identity, subject } = await accountOf(site, username)
  const { id: memberId, username: current } = await findMember(site, username)
  return { memberId, username: current, email: (await identity.confirmedAddress(subject)) ?? '' }
}

/** Hides the member and everything they published. @throws AppError forbidden for administrators */
export async function suspendMember(site: Site, username: string, reason: string): Promise<void> {
  const { id } = await findAnyMember(site, username)
  const suspensions = createSuspensions(await contextOf(site))
  const isDone = await suspensions.suspend(id, { adminId: null, reason: NewSuspension.parse({ reason }).reason })
  if (!isDone) throw new AppError('forbidden', notAnAdmin())
}

/** Lifts a suspension. Does nothing if there is none. */
export async function restoreMember(site: Site, username: string): Promise<void> {
  const { id } = await findAnyMember(site, username)
  await createSuspensions(await contextOf(site)).lift(id, null)
}

/** Deletes the account and the member's data. @throws AppError conflict for the owner, the only administrator, and a
 *  suspended member */
export async function deleteMember(site: Site, username: string, posts: PostsChoice): Promise<void> {
  const { id } = await findAnyMember(site, username)
  if (await memberships.isNeeded(site.db, id))
    throw new AppError('conflict', `${username} owns this site or is its only administrator. Change that first.`)
  const account = found(await inTransaction(site.db, (db) => memberships.lock(db, id)), 'Member')
  if (account.isSuspended) throw new AppError('conflict', `${username} is suspended. Lift the suspension first.`)
  await createDeleteAccount(await contextOf(site))({
    memberId: id,
    subject: account.subject,
    posts,
    deletedBy: 'operator',
  })
}

/** Returns a function that returns the context that suspensions and account deletion need. */
async function contextOf(site: Site): Promise<() => Context> {
  const base = { db: site.db, log: site.log, clock: systemClock, features, memberships }
  const [{ identity }, siteSettings] = await Promise.all([openIdentity(site), openSettings(site)])
  const emit = createEmit(
    features.flatMap(({ on = [] }) => on),
    () => context,
  )
  const parts: Partial<Context> = {
    ...base,
    identity,
    siteSettings,
    emit,
    announce: (...topics) => announce(site, ...topics),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- suspensions and account deletion use only these parts
  const context = parts as Context
  return () => context
}

/** Invalidates cached pages in running processes. */
async function announce({ db }: Site, ...topics: string[]): Promise<void> {
  await sendChanges(db, 'member', [...topics, 'content'])
}

async function openIdentity(site: Site) {
  const { config, db, log } = site
  const [sealing, siteSettings] = await Promise.all([openSiteSealing(config, db), openSettings(site)])
  return createIdentity(config, { db, sealing, siteSettings, log, clock: systemClock, mailer: null, admission: null })
}

/** Reads the site's settings once. */
async function openSettings({ config, db }: Site) {
  const changes = { stampOf: () => 0, lastStampOf: () => 0 }
  const settings = createLiveSiteSettings({ db, changes, fixed: fixedSettings(config) })
  await settings.refresh()
  return settings
}

async function accountOf(site: Site, username: string): Promise<{ identity: IdentityProvider; subject: string }> {
  const { identity } = await openIdentity(site)
  const account = await findSubject(site.db, username)
  if (account?.issuer === identity.issuer) return { identity, subject: account.subject }
  return unknown(username, account ? ' with this identity provider' : '')
}

/** Finds a member who may be suspended. */
const findAnyMember = async ({ db }: Site, username: string) =>
  (await findSuspendableNamed(db, username)) ?? unknown(username)

function unknown(username: string, where = ''): never {
  throw new AppError('not_found', `No member named ${username}${where}.`)
}

const newPassword = (): string => randomBytes(12).toString('base64url')
