import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { PolicyReport } from '#features/admin/policy-reports/policy-reports.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminPolicyReportsView } from './admin-policy-reports.tsx'

const admin = { ...alice, role: 'admin' as const }
const evil = '<img src=x onerror="window.pwned=1">'
const report: PolicyReport = {
  id: 1,
  directive: 'script-src-elem',
  blocked: evil,
  page: '/post/…',
  source: '/assets/frame.js',
  line: 12,
  count: 1200,
  firstAt: '2026-11-21T00:00:00.000Z',
  lastAt: '2026-11-22T00:00:00.000Z',
}

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(answers: Answers) {
  const asked = answer({ 'GET /api/users/me': () => Response.json(admin), ...answers })
  signInHere()
  await settle(() => cacheProfile(admin))
  const { page } = await mount(<adminPolicyReportsView.View params={{}} query={{}} />)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].findLast((one) => one.textContent.trim() === name)!.click())
  return { page, press, asked }
}

test('shows blocked sources as plain text, and deletes all reports after confirmation', async () => {
  const reports = [report]
  const t = await open({
    'GET /api/admin/policy-reports': () => Response.json({ reports }),
    'DELETE /api/admin/policy-reports': () => {
      reports.length = 0
      return new Response(null, { status: 204 })
    },
  })
  assert.ok(t.page.textContent.includes(evil))
  assert.equal(t.page.querySelector('img[src=x]'), null)
  assert.match(
    t.page.textContent,
    /blocked by script-src-elem.*on \/post\/….*from \/assets\/frame\.js, line 12.*1,200 times/,
  )
  await t.press('Delete all')
  assert.equal(
    t.asked.some(({ call }) => call.startsWith('DELETE')),
    false,
  )
  await t.press('Delete')
  assert.equal(shownToast()?.title, 'Reports deleted')
  assert.match(t.page.textContent, /No violations/)
})

test('shows an error when the reports cannot be loaded', async () => {
  const { page } = await open({ 'GET /api/admin/policy-reports': () => new Response('', { status: 503 }) })
  assert.match(page.textContent, /Failed to load reports/)
})
