import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { routes } from '#app/features.ts'
import { run } from '#kernel/db.ts'
import type { Access } from '#kernel/endpoint.contract.ts'
import { deleteLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { getSettings, saveSettings, type StoredSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { suspendMember } from '#features/admin/suspensions/suspensions.contract.ts'
import { testApplication } from '../support/application.ts'
import { addSecondFactor } from '../support/second-factor.ts'
import { siteHash } from './setup/table-hashes.ts'
import {
  aLivestream,
  aProject,
  callers,
  former,
  lesser,
  limited,
  second,
  stronger,
  table,
} from './setup/permission-table.ts'
import {
  callsWithoutFactor,
  deletesPost,
  moderatorsCalls,
  nameOf,
  siteOwnersCalls,
  writersCalls,
} from './setup/reserved-calls.ts'

/** Opens a site with a token for each caller. */
async function siteWithCallers() {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const { token: admin } = await addSecondFactor(site, await site.register('admina'))
  const owner = await site.register('olga')
  const other = await site.register('otis')
  const reader = await site.register('rita')
  await run(site.db)`update all_members set role = 'reader' where username = 'rita'`
  const { token: moderator } = await addSecondFactor(site, await site.register('mona'))
  await run(site.db)`update all_members set role = 'moderator' where username = 'mona'`
  const withoutFactor = await site.register('aram')
  await run(site.db)`update all_members set role = 'admin' where username = 'aram'`
  const { token: secondAdmin } = await addSecondFactor(site, await site.register('ada'))
  await run(site.db)`update all_members set role = 'admin' where username = 'ada'`
  const [suspended, deleted] = [await site.register('sasha'), await site.register('dana')]
  const idOf = async (token: string) => (await readJson<{ id: number }>(site.call('GET', getViewer.path, { token }))).id
  const suspension = suspendMember.href({ id: await idOf(suspended) })
  assert.equal((await site.call('PUT', suspension, { token: admin, body: { reason: 'Spam' } })).status, 200)
  const leaves = { token: deleted, body: { posts: 'remove' } }
  assert.equal((await site.call('POST', deleteAccount.path, leaves)).status, 204)
  const { settings, version } = await readJson<StoredSettings>(site.call('GET', getSettings.path, { token: admin }))
  const saved = { version, settings: { ...settings, registration: { mode: 'approval', domains: [] } } }
  assert.equal((await site.call('PUT', saveSettings.path, { token: admin, body: saved })).status, 200)
  await site.ctx.siteSettings.refresh()
  const waiting = await site.register('wilma')
  const open = { version: version + 1, settings: { ...settings, requireTwoFactor: 'admins', sectionsOff: [] } }
  assert.equal((await site.call('PUT', saveSettings.path, { token: admin, body: open })).status, 200)
  await site.ctx.siteSettings.refresh()
  const now = Date.now
  site.clock.now = () => now() - 2 * 3600 * 1000
  const expired = await site.register('latecomer')
  site.clock.now = now
  const tokens = {
    anonymous: null,
    other,
    owner,
    admin,
    expired,
    suspended,
    deleted,
    waiting,
    reader,
    moderator,
    'second admin': secondAdmin,
    'without factor': withoutFactor,
  }
  return { ...site, tokens, ownerId: await idOf(owner) }
}

/** Returns the response's status. On a busy machine, drawing a social image can exceed its time limit at first. */
async function statusOf(ask: () => Promise<Response>): Promise<number> {
  const { status } = await ask()
  return status === 503 ? (await ask()).status : status
}

/** Callers who get the same statuses as another one, unless they are rejected. */
const likeOther: Record<string, (typeof callers)[number]> = {
  deleted: 'expired',
  reader: 'other',
  moderator: 'other',
  'second admin': 'admin',
  'without factor': 'other',
}

/** Returns whether the route is a read that anyone may perform. */
const isOpenRead = (name: string): boolean => isRead(name, ['anyone'])

const isRead = (name: string, access: Access[]): boolean =>
  routes.some((one) => nameOf(one) === name && one.method === 'GET' && access.includes(one.access))

/** Writes the matrix for `npm run permissions`. */
function writeMatrix(lines: string[][]): void {
  const names = ['Call', ...callers, ...former, ...lesser, ...stronger, ...second, ...limited]
  const rows = [names, names.map(() => '---'), ...lines]
  const folder = path.resolve(import.meta.dirname, '../../test-results')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'permissions.md'), rows.map((row) => `| ${row.join(' | ')} |\n`).join(''))
}

test('returns the status from the permission table to each caller on every route', { timeout: 600_000 }, async () => {
  const site = await siteWithCallers()
  const { ownerId, tokens } = site
  const hashOf = await siteHash(site.db)
  const wrong: string[] = []
  const lines: string[][] = []
  const derived = routes.filter((route) => !(nameOf(route) in table)).map((one) => [nameOf(one), null] as const)
  /** The hash after a rejected call, until something writes again. */
  let latest: Record<string, string> | null = null
  for (const [name, row] of [...Object.entries(table), ...derived]) {
    const [method, pattern] = name.split(' ') as [string, string]
    const line = [name]
    for (const caller of [...callers, ...former, ...lesser, ...stronger, ...second, ...limited]) {
      const make = async (kind: RegExp, target: string, body: object) =>
        row && kind.test(pattern)
          ? (await readJson<{ id: number }>(site.call('POST', target, { token: tokens.owner, body }))).id
          : 0
      const postId = await make(/posts?\/:id/, '/api/posts', { content: 'A post of the owner' })
      const projectId = await make(/projects\/:id/, '/api/projects', aProject)
      const livestreamId = await make(/livestreams?\/:id/, '/api/livestreams', aLivestream)
      if (postId > 0 || projectId > 0 || livestreamId > 0) latest = null
      const column = callers.findIndex((one) => one === (likeOther[caller] ?? caller))
      const isVisitor = caller === 'waiting' && isOpenRead(name)
      const isRejected =
        caller === 'suspended' ||
        (caller === 'waiting' && !isVisitor) ||
        (caller === 'reader' && writersCalls.includes(name)) ||
        (caller === 'second admin' && siteOwnersCalls.has(name)) ||
        (caller === 'without factor' && !isRead(name, ['anyone', 'member']) && !callsWithoutFactor.includes(name))
      const ofModerator = caller === 'moderator' ? (name === deletesPost ? 204 : moderatorsCalls[name]) : undefined
      const declared = isRejected ? 403 : (ofModerator ?? row?.statuses[isVisitor ? 0 : column])
      // Only rejected calls must not change anything.
      const before: Record<string, string> | null =
        declared !== undefined && declared < 400 ? null : (latest ?? (await hashOf()))
      const target = row
        ? (row.path?.({ ownerId, postId, projectId, livestreamId }) ?? pattern)
        : pattern.replaceAll(/:\w+/g, '1')
      const status = await statusOf(() => site.call(method, target, { token: tokens[caller], body: row?.body }))
      latest = before && status >= 400 ? await hashOf() : null
      const after = latest ?? {}
      // The number of livestreams per member is limited.
      if (livestreamId > 0) {
        latest = null
        await site.call('DELETE', deleteLivestream.href({ id: livestreamId }), { token: tokens.owner })
      }
      const expected = declared ?? status
      if (status !== expected) wrong.push(`${name} as ${caller}: ${status}, not ${expected}`)
      if (status === 500) wrong.push(`${name} as ${caller}: 500`)
      const changed = Object.keys(after).filter((one) => before?.[one] !== after[one])
      if (changed.length > 0) wrong.push(`${name} as ${caller}: ${status}, but ${changed.join(', ')} changed`)
      line.push(String(status))
    }
    lines.push(line)
  }
  writeMatrix(lines)
  assert.deepEqual(wrong, [])
  assert.deepEqual(site.logged, [])
})

const readJson = async <Body>(response: Promise<Response>) => (await (await response).json()) as Body
