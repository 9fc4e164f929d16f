import { AppError } from '#kernel/errors.ts'
import { SealingKeyError } from '#kernel/sealing-key.ts'
import * as members from './cli/members.ts'
import { type Site, withSite } from './cli/site.ts'

// `npm run member -- COMMAND`: the former name of `devstead member`, for scripts that use it.

const usage = `Usage: npm run member -- COMMAND

Commands:
  list                       List all members with their roles
  grant-admin NAME           Make a member an administrator
  revoke-admin NAME          Make an administrator a regular member again
  transfer-ownership NAME    Make a member the owner; the previous owner remains an administrator
  reset-password NAME        Set a temporary password and end the member's sessions
  remove-second-factor NAME  Let a member who lost their authenticator app and recovery codes
                             sign in with only the password
  remove-all-second-factors  Let all members sign in with only their passwords, if the
                             identity key is lost
  suspend NAME REASON        Suspend a member and hide everything they published
  restore NAME               Lift a suspension`

type Action = (site: Site, name: string, words: string[]) => Promise<string>

const actions: Record<string, Action> = {
  list: async (site) => (await members.listMembers(site)).map(lineOf).join('\n'),
  'grant-admin': async (site, name) => {
    await members.changeRole(site, name, 'admin')
    return `${name} is now an administrator.`
  },
  'revoke-admin': async (site, name) => {
    await members.changeRole(site, name, 'member')
    return `${name} is no longer an administrator.`
  },
  'transfer-ownership': async (site, name) => {
    await members.makeOwner(site, name)
    return `${name} now owns this site. The previous owner is still an administrator.`
  },
  'reset-password': async (site, name) => {
    const password = await members.resetPassword(site, name)
    return `Temporary password for ${name}: ${password}\n${name} must choose a new one at the next sign-in. All their sessions have ended.`
  },
  'remove-second-factor': async (site, name) => {
    await members.removeSecondFactor(site, name)
    return `${name} can now sign in with only the password.`
  },
  'remove-all-second-factors': async (site) => {
    const count = await members.removeAllSecondFactors(site)
    return `${count} ${count === 1 ? 'member now signs' : 'members now sign'} in with only a password.
Everyone is signed out, and members must renew their stream keys.
Restart the site. If it runs on several machines, give all of them the same identity key first.`
  },
  suspend: async (site, name, words) => {
    await members.suspendMember(site, name, words.join(' '))
    return `${name} is now suspended. Everything they published is hidden.`
  },
  restore: async (site, name) => {
    await members.restoreMember(site, name)
    return `${name} is no longer suspended. Everything they published is visible again.`
  },
}
const withoutName = new Set(['list', 'remove-all-second-factors'])

const [command = '', name, ...words] = process.argv.slice(2)
const action = Object.hasOwn(actions, command) ? actions[command] : undefined
const isComplete = withoutName.has(command) || (name !== undefined && (command !== 'suspend' || words.length > 0))
if (!action || !isComplete) stop(usage)
try {
  const text = await withSite((site) => action(site, name ?? '', words))
  if (text !== '') console.log(text)
} catch (reason) {
  if (!(reason instanceof AppError || reason instanceof SealingKeyError)) throw reason
  stop(reason.message)
}

function lineOf({ id, username, role, displayName }: members.ListedMember): string {
  return `${String(id).padStart(6)}  ${username.padEnd(30)}  ${(role === 'member' ? '' : role).padEnd(6)}  ${displayName}`
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
