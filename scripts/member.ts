import { randomBytes } from 'node:crypto'
import { readConfig } from '#app/config.ts'
import { openDatabase } from '#app/database.ts'
import { createIdentity } from '#app/identity.ts'
import { features } from '#app/features.ts'
import { openSiteSealing, sealedSecrets } from '#app/sealing.ts'
import { findSubject } from '#features/people/accounts/accounts.store.ts'
import { listUsers } from '#features/people/profiles/people.store.ts'
import { type Role, setByOwnerUsername } from '#features/people/profiles/roles.contract.ts'
import { findRoleHolder, listAdmins, setRole, transferOwnership } from '#features/people/profiles/roles.store.ts'
import { NewSuspension, notAnAdmin } from '#features/admin/suspensions/suspensions.contract.ts'
import { findSuspendableNamed } from '#features/admin/suspensions/suspensions.store.ts'
import { outdateProxiedPictures } from '#features/writing/posts/post-renderings.store.ts'
import { createSuspensions, type Suspensions } from '#features/admin/suspensions/suspensions.ts'
import { memberships } from '#features/people/profiles/memberships.ts'
import { sendChanges } from '#kernel/changes.store.ts'
import { systemClock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { createEmit } from '#kernel/event.ts'
import type { Context } from '#kernel/http.ts'
import { createLog } from '#kernel/log.ts'
import { abandonSealingKey, SealingKeyError } from '#kernel/sealing-key.ts'
import { authenticatorApps } from '#providers/identity/sealed-secrets.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'

// `npm run member -- COMMAND`: for operators. Works whether or not the site is running.

const usage = `Usage: npm run member -- COMMAND

Commands:
  list                       List all members with their roles
  grant-admin NAME           Make a member an administrator
  revoke-admin NAME          Make an administrator a regular member again
  transfer-ownership NAME    Make a member the owner; the previous owner remains an administrator
  reset-password NAME        Set a temporary password and end the member's sessions
  remove-second-factor NAME  Let a member who lost their authenticator app and recovery codes
                             sign in with only the password
  remove-all-second-factors  After the identity key was lost: delete everything encrypted with it,
                             so that all members sign in again, with only their passwords
  suspend NAME REASON        Suspend a member and hide everything they published
  restore NAME               Lift a suspension`

const config = readConfig()
const log = createLog({ ...config.log, level: 'error' })
const [command, username, ...words] = process.argv.slice(2)

if (command === 'list') await withDatabase(list)
else if (command === 'grant-admin' && username) await changeRole(username, 'admin')
else if (command === 'revoke-admin' && username) await changeRole(username, 'member')
else if (command === 'transfer-ownership' && username) await makeOwner(username)
else if (command === 'reset-password' && username) await withAccount(username, resetPassword)
else if (command === 'remove-second-factor' && username) await withAccount(username, removeSecondFactor)
else if (command === 'remove-all-second-factors') await withDatabase(removeAllSecondFactors)
else if (command === 'suspend' && username && words.length > 0) await withMember(username, suspend)
else if (command === 'restore' && username) await withMember(username, restore)
else stop(usage)

async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase(config, log)
  try {
    await work(database.db)
  } catch (reason) {
    if (!(reason instanceof SealingKeyError)) throw reason
    console.error(reason.message)
    process.exitCode = 1
  } finally {
    await database.close()
  }
}

async function list(db: Db): Promise<void> {
  const admins = new Map((await listAdmins(db)).map(({ id, isOwner }) => [id, isOwner ? 'owner' : 'admin']))
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const found = await listUsers(db, { page, limit: 100 }, null)
    for (const user of found.users)
      console.log(
        `${String(user.id).padStart(6)}  ${user.username.padEnd(30)}  ${(admins.get(user.id) ?? '').padEnd(5)}  ${user.displayName}`,
      )
    totalPages = found.totalPages
  }
}

async function changeRole(username: string, role: Role): Promise<void> {
  await withRoles(username, async (db, id) => {
    await setRole(db, id, role, 'command')
    return role === 'admin' ? `${username} is now an administrator.` : `${username} is no longer an administrator.`
  })
}

async function makeOwner(username: string): Promise<void> {
  await withRoles(username, async (db, id) => {
    if (config.ownerUsername !== null) throw new AppError('conflict', setByOwnerUsername)
    await transferOwnership(db, id, 'command')
    return `${username} now owns this site. The previous owner is still an administrator.`
  })
}

/** Prints the message that `work` returns, or why the change is impossible. */
async function withRoles(username: string, work: (db: Db, id: number) => Promise<string>): Promise<void> {
  await withDatabase(async (db) => {
    try {
      const member = await findRoleHolder(db, username)
      if (!member) throw new AppError('not_found', `No member named ${username}.`)
      console.log(await work(db, member.id))
      await sendChanges(db, 'member', ['members'])
    } catch (reason) {
      if (!(reason instanceof AppError)) throw reason
      console.error(reason.message)
      process.exitCode = 1
    }
  })
}

async function withAccount(username: string, work: (identity: IdentityProvider, subject: string) => Promise<void>) {
  await withDatabase(async (db) => {
    const sealing = await openSiteSealing(config, db)
    const { identity } = await createIdentity(config, { db, sealing, clock: systemClock, log, mailer: null })
    const subject = await findSubject(db, username)
    if (subject?.issuer === identity.issuer) {
      await work(identity, subject.subject)
    } else {
      console.error(`No member named ${username}${subject ? ' with this identity provider' : ''}.`)
      process.exitCode = 1
    }
  })
}

/** Runs `work` with the service behind the administrators' pages, including for members who are already suspended. */
async function withMember(username: string, work: (suspensions: Suspensions, id: number) => Promise<void>) {
  await withDatabase(async (db) => {
    const sealing = await openSiteSealing(config, db)
    const base = { db, sealing, clock: systemClock, log, mailer: null }
    const { identity } = await createIdentity(config, base)
    const announce = async (...topics: string[]) => void (await sendChanges(db, 'member', topics))
    const emit = createEmit(
      features.flatMap(({ on = [] }) => on),
      () => context,
    )
    const target = await findSuspendableNamed(db, username)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- event handlers only need this part of the context
    const context = { ...base, identity, memberships, announce, emit } as Partial<Context> as Context
    if (target)
      await work(
        createSuspensions(() => context),
        target.id,
      )
    else {
      console.error(`No member named ${username}.`)
      process.exitCode = 1
    }
  })
}

async function suspend(suspensions: Suspensions, id: number): Promise<void> {
  const { reason } = NewSuspension.parse({ reason: words.join(' ') })
  if (await suspensions.suspend(id, { adminId: null, reason }))
    console.log(`${username} is now suspended. Everything they published is hidden.`)
  else stop(notAnAdmin)
}

async function restore(suspensions: Suspensions, id: number): Promise<void> {
  await suspensions.lift(id)
  console.log(`${username} is no longer suspended. Everything they published is visible again.`)
}

async function removeSecondFactor(identity: IdentityProvider, subject: string): Promise<void> {
  await identity.removeFactors(subject)
  console.log(`${username} can now sign in with only the password.`)
}

async function removeAllSecondFactors(db: Db): Promise<void> {
  const { [authenticatorApps]: count = 0 } = await abandonSealingKey(db, sealedSecrets)
  await outdateProxiedPictures(db)
  console.log(`${count} ${count === 1 ? 'member now signs' : 'members now sign'} in with only a password.
Everyone is signed out, and members must renew their stream keys.
Restart the site. If it runs on several machines, give all of them the same identity key first.`)
}

async function resetPassword(identity: IdentityProvider, subject: string): Promise<void> {
  const password = randomBytes(12).toString('base64url')
  await identity.setPassword(subject, password, { isTemporary: true })
  console.log(
    `Temporary password for ${username}: ${password}\n${username} must choose a new one at the next sign-in. All their sessions have ended.`,
  )
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
