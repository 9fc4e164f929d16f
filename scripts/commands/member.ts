import { Argument, Option } from '@commander-js/extra-typings'
import { Role } from '#schemas/roles.contract.ts'
import { twoFactorRules } from '#schemas/two-factor.contract.ts'
import { command, group } from '../cli/command.ts'
import { columns, printResult } from '../cli/output.ts'
import { type Site, withSite } from '../cli/site.ts'

type Members = typeof import('../cli/members.ts')

/** Runs `work` with the site and the code that changes members. */
const withMembers = async <T>(work: (members: Members, site: Site) => Promise<T>): Promise<T> => {
  const members = await import('../cli/members.ts')
  return withSite((site) => work(members, site))
}

const list = command('list', {
  summary: 'List all members with their roles',
  examples: ['member list', 'member list --json'],
})
  .option('--json', 'Print the result as JSON')
  .action(async ({ json }) => {
    const all = await withMembers((members, site) => members.listMembers(site))
    const rows = all.map(({ id, username, role, displayName }) => [id, username, role, displayName])
    printResult(
      json,
      all,
      rows.length > 0 ? columns([['Id', 'Username', 'Role', 'Name'], ...rows]) : 'There are no members yet.',
    )
  })

const create = command('create', {
  summary: 'Create a member with a temporary password',
  description:
    'Creates a member who can sign in immediately, even if registration is closed, and prints a temporary password, which the member must change at the first sign-in. The site’s first member becomes its owner.',
  examples: [
    'member create ada --email ada@example.org --name "Ada Lovelace"',
    'member create bob --email bob@example.org --admin',
  ],
})
  .argument('<username>')
  .requiredOption('--email <address>', 'Email address of the account')
  .option('--name <name>', 'Full name (default: the username)')
  .option('--admin', 'Make the member an administrator')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { email, name, admin: isAdmin, json }) => {
    const member = await withMembers(async (members, site) => {
      const created = await members.createMember(site, { username, email, fullName: name ?? username })
      if (isAdmin) await members.changeRole(site, created.username, 'admin')
      return { ...created, role: isAdmin ? 'admin' : created.role }
    })
    const text = `Created ${member.username}. Temporary password: ${member.temporaryPassword}`
    printResult(json, member, text)
  })

const invite = command('invite', {
  summary: 'Create a member who chooses their own password',
  description:
    'Creates a member and prints a link for choosing a password. The link works once and expires in an hour; devstead member link creates a new one. If there is a mail server, the link is also emailed to the member.',
  examples: ['member invite ada --email ada@example.org'],
})
  .argument('<username>')
  .requiredOption('--email <address>', 'Email address of the account')
  .option('--name <name>', 'Full name (default: the username)')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { email, name, json }) => {
    const invitation = await withMembers((members, site) =>
      members.inviteMember(site, { username, email, fullName: name ?? username }),
    )
    const { username: created, link, isSent, mailError } = invitation
    const sent = isSent
      ? `The link was sent to ${email}. `
      : mailError
        ? `The link could not be sent: ${mailError}. `
        : ''
    printResult(json, invitation, `Created ${created}. ${sent}Link to choose a password, valid for an hour:\n${link}`)
  })

const link = command('link', {
  summary: 'Create a link for setting a new password',
  description: 'Prints a link for setting a new password. The link works once and expires in an hour.',
  examples: ['member link ada'],
})
  .argument('<username>')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { json }) => {
    const created = await withMembers((members, site) => members.createPasswordLink(site, username))
    printResult(json, { username, link: created }, created)
  })

const role = command('role', {
  summary: 'Show or change a member’s role',
  description:
    'Shows a member’s role or changes it. The role member is for writers. Readers can do everything that writers can, except publish. Moderators are writers who can also moderate everyone’s content. If you transfer ownership, the previous owner stays an administrator.',
  examples: [
    'member role ada',
    'member role ada admin',
    'member role bob reader',
    'member role eve moderator',
    'member role ada owner',
  ],
})
  .argument('<username>', 'Username of the member')
  .addArgument(new Argument('[role]', 'New role').choices([...Role.options, 'owner'] as const))
  .option('--json', 'Print the result as JSON')
  .action(async (username, newRole, { json }) => {
    const member = await withMembers(async (members, site) => {
      if (newRole === 'owner') await members.makeOwner(site, username)
      else if (newRole) await members.changeRole(site, username, newRole)
      const { isOwner, ...found } = await members.findMember(site, username)
      return { username: found.username, role: isOwner ? 'owner' : found.role }
    })
    printResult(json, member, `${member.username}: ${member.role}`)
  })

const resetPassword = command('reset-password', {
  summary: 'Set a temporary password, disconnect the member’s accounts at other sites, and end their sessions',
  examples: ['member reset-password ada'],
})
  .argument('<username>')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { json }) => {
    const password = await withMembers((members, site) => members.resetPassword(site, username))
    printResult(json, { username, temporaryPassword: password }, `Temporary password for ${username}: ${password}`)
  })

const removeSecondFactor = command('remove-second-factor', {
  summary: 'Turn off two-factor authentication for a member',
  description:
    'Removes the authenticator apps, recovery codes, and passkeys of a member who lost them. If you lost the identity key, use --all to delete everything encrypted with it, and then restart the site: all members are signed out, sign in again with only their passwords, and must replace their stream keys.',
  examples: ['member remove-second-factor ada', 'member remove-second-factor --all'],
})
  .argument('[username]')
  .option('--all', 'All members, if the identity key was lost')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { all: isAll = false, json }, self) => {
    if (isAll === (username !== undefined)) self.error('Pass either a username or --all.')
    await withMembers(async (members, site) => {
      if (username === undefined) {
        const removed = await members.removeAllSecondFactors(site)
        return printResult(json, { members: removed }, `Removed the second factors of ${countedMembers(removed)}.`)
      }
      await members.removeSecondFactor(site, username)
      printResult(json, { username }, `${username} can now sign in with only the password.`)
    })
  })

const countedMembers = (count: number) => `${count} ${count === 1 ? 'member' : 'members'}`

const twoFactor = command('two-factor', {
  summary: 'Show or change who must use two-factor authentication',
  description:
    'Shows or changes who must use two-factor authentication, as in the site’s settings. Until they set it up, these members can only read. If no administrator can sign in with a second factor anymore, use none.',
  examples: ['member two-factor', 'member two-factor admins', 'member two-factor none'],
})
  .addArgument(new Argument('[who]', 'Who must use it').choices(twoFactorRules))
  .option('--json', 'Print the result as JSON')
  .action(async (who, { json }) => {
    const rule = await withMembers(async (members, site) => {
      if (who) await members.setTwoFactorRule(site, who)
      return members.findTwoFactorRule(site)
    })
    printResult(json, { requireTwoFactor: rule }, rule)
  })

const suspend = command('suspend', {
  summary: 'Suspend a member and hide everything they published',
  examples: ['member suspend mallory --reason "Spam in comments"'],
})
  .argument('<username>')
  .requiredOption('--reason <text>', 'Reason, shown to the member')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { reason, json }) => {
    await withMembers((members, site) => members.suspendMember(site, username, reason))
    printResult(
      json,
      { username, isSuspended: true },
      `${username} is now suspended. Everything they published is hidden.`,
    )
  })

const restore = command('restore', { summary: 'Lift a suspension', examples: ['member restore mallory'] })
  .argument('<username>')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { json }) => {
    await withMembers((members, site) => members.restoreMember(site, username))
    const text = `${username} is no longer suspended. Everything they published is visible again.`
    printResult(json, { username, isSuspended: false }, text)
  })

const remove = command('delete', {
  summary: 'Permanently delete a member and their data',
  description:
    'Permanently deletes the account and the member’s data, as if the member had deleted the account. Their posts are either deleted too or kept without an author.',
  examples: ['member delete mallory --posts remove --yes'],
})
  .argument('<username>')
  .addOption(
    new Option('--posts <choice>', 'What happens to the member’s posts')
      .choices(['remove', 'keep'] as const)
      .makeOptionMandatory(),
  )
  .option('--yes', 'Confirm the deletion')
  .option('--json', 'Print the result as JSON')
  .action(async (username, { posts, yes: isConfirmed, json }, self) => {
    if (!isConfirmed) self.error('This cannot be undone. Add --yes to confirm.')
    await withMembers((members, site) => members.deleteMember(site, username, posts))
    const rest = posts === 'keep' ? 'Their posts remain without an author.' : 'Their posts are deleted.'
    printResult(json, { username, posts }, `Deleted ${username}. ${rest}`)
  })

export const member = group('member', { summary: 'List, create, and manage members' }, [
  list,
  create,
  invite,
  link,
  role,
  resetPassword,
  removeSecondFactor,
  twoFactor,
  suspend,
  restore,
  remove,
])
