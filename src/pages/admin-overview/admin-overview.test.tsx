import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { Overview } from '#features/admin/overview/overview.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminOverviewView } from './admin-overview.tsx'

const backup = {
  id: 2,
  backupId: '20261123T021700Z-3f9c',
  reason: 'nightly' as const,
  startedAt: '2026-11-23T02:17:00.000Z',
  bytes: 3 * 1024 ** 2,
  verifiedAt: '2026-11-23T02:20:00.000Z',
  error: null,
}
const overview: Overview = {
  warnings: [],
  members: { total: 1200, suspended: 2 },
  posts: { short: 40, articles: 3 },
  storage: { pictures: 5 * 1024 ** 2, recordings: 0, database: 1024 ** 3, disk: { free: 2e10, total: 5e10 } },
  jobs: { waiting: 7, retrying: 1, running: 0, failed: 4, longestWaitSeconds: 130 },
  backups: { isNightly: true, backups: [backup], lastVerified: backup },
  versions: { program: '0.2.0', node: '24.1.0', postgres: '18.1', schema: '0087-audit-log' },
}

beforeEach(() => localStorage.clear())

async function open(body: Overview | null, viewer = { ...alice, role: 'admin' as 'admin' | 'member' }) {
  const asked = answer({
    'GET /api/users/me': () => Response.json(viewer),
    'GET /api/admin/overview': () => (body ? Response.json(body) : new Response('', { status: 503 })),
  })
  signInHere()
  await settle(() => cacheProfile(viewer))
  const { page } = await mount(<adminOverviewView.View params={{}} query={{}} />)
  await settle()
  const figures = Object.fromEntries(
    [...page.querySelectorAll('.figure')].map((one) => [
      one.querySelector('dt')!.textContent,
      one.querySelector('dd')!.textContent,
    ]),
  )
  return { page, figures, asked }
}

test('shows the site’s state and counts, with links to what is counted', async () => {
  const { page, figures } = await open(overview)
  assert.match(page.textContent, /Everything looks fine/)
  const { 'Last backup': last, 'Last verified backup': verified, ...rest } = figures
  assert.match(last!, /ago3 MB$/)
  assert.match(verified!, /ago20261123T021700Z-3f9c$/)
  assert.deepEqual(rest, {
    Members: '1,2002 suspended',
    'Short posts': '40',
    Articles: '3',
    Waiting: '7',
    Running: '0',
    Retrying: '1',
    Failed: '4',
    'Longest wait': '2 minutes',
    Pictures: '5 MB',
    Recordings: '0 kB',
    Database: '1 GB',
    'Free disk space': '18.6 GBof 46.6 GB',
    'Every night': 'On',
    Devstead: '0.2.0',
    'Node.js': '24.1.0',
    PostgreSQL: '18.1',
    Schema: '0087-audit-log',
  })
  const failed = [...page.querySelectorAll('.figure a')].find((link) => link.textContent === '4')
  assert.equal(failed?.getAttribute('href'), '/admin/jobs')
  const screens = [...page.querySelectorAll('nav[aria-label=Administration] a')].map((link) => link.textContent)
  assert.deepEqual([screens.length, screens[0], screens.at(-1)], [12, 'Comments', 'Audit log'])
})

test('shows warnings with their fixes as plain text, and shows when a site was never backed up', async () => {
  const evil = '<img src=x onerror="window.pwned=1">'
  const failed = { ...backup, backupId: null, bytes: null, verifiedAt: null, error: evil }
  const { page, figures } = await open({
    ...overview,
    jobs: { ...overview.jobs, longestWaitSeconds: 0 },
    warnings: [
      { check: 'backups', severity: 'error', message: `The last backup failed: ${evil}`, fix: 'Free some space.' },
      { check: 'jobs', severity: 'warning', message: '4 jobs have failed permanently.', fix: 'Read why.' },
    ],
    backups: { isNightly: false, backups: [failed], lastVerified: null },
  })
  const warnings = [...page.querySelectorAll('[aria-label=Warnings] li')].map((one) => one.textContent)
  assert.deepEqual(warnings, [
    `Error: The last backup failed: ${evil}Free some space. `,
    'Warning: 4 jobs have failed permanently.Read why. Show the jobs',
  ])
  assert.equal(page.querySelector('img[src=x]'), null)
  assert.deepEqual(
    ['Every night', 'Last backup', 'Last verified backup', 'Last attempt', 'Longest wait'].map((name) => figures[name]),
    ['Off', 'None yet', 'None yet', `Failed${evil}`, 'None'],
  )
})

test('shows the state only together with the link to the setup, so that nothing moves', async () => {
  const setup = Promise.withResolvers<Response>()
  answer({
    'GET /api/users/me': () => Response.json({ ...alice, role: 'admin' }),
    'GET /api/admin/overview': () => Response.json(overview),
    'GET /api/admin/setup': () => setup.promise,
  })
  signInHere()
  await settle(() => cacheProfile({ ...alice, role: 'admin' }))
  const { page } = await mount(<adminOverviewView.View params={{}} query={{}} />)
  await settle()
  assert.equal(page.querySelectorAll('.figure').length, 0)
  await settle(() => setup.resolve(new Response('', { status: 503 })))
  assert.ok(page.querySelectorAll('.figure').length > 0)
})

test('shows an error when the state cannot be loaded, and shows nothing to other members', async () => {
  assert.match((await open(null)).page.textContent, /Failed to load the site’s status/)
  const { page, asked } = await open(overview, { ...alice, role: 'member' })
  assert.match(page.textContent, /don’t have access/)
  assert.equal(
    asked.some(({ call }) => call.includes('/admin/')),
    false,
  )
})
