import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { answer, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { ShareDraftDialog } from './share-draft-dialog.tsx'
import type { DraftLink } from './shared-drafts.contract.ts'

const key = 'a'.repeat(32)
const path = `/api/drafts/${key}/link`
const token = 't'.repeat(32)
const createdAt = '2026-11-24T00:00:00.000Z'

beforeEach(() => signInHere())

async function open(start: DraftLink | null) {
  let link = start
  const asked = answer({
    [`GET ${path}`]: () => Response.json(link),
    [`PUT ${path}`]: ({ body }) => {
      const { expiresInDays } = body as { expiresInDays: number | null }
      link = { token, createdAt, expiresAt: expiresInDays === null ? null : '2026-12-01T00:00:00.000Z' }
      return Response.json(link)
    },
    [`DELETE ${path}`]: () => {
      link = null
      return new Response(null, { status: 204 })
    },
    'GET /api/drafts': () => Response.json({ drafts: [] }),
  })
  const { page } = await mount(<ShareDraftDialog draftKey={key} onClose={() => {}} />)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  const changes = () => asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { page, press, changes, url: () => page.querySelector('input')?.value }
}

test('creates a link, changes its expiration, and revokes it', async () => {
  const t = await open(null)
  assert.equal(t.url(), undefined)
  await settle(() => type(t.page.querySelector('select')!, '7'))
  await t.press('Create link')
  assert.equal(t.url(), `${location.origin}/draft/${token}`)
  assert.match(t.page.textContent, /It works until/)
  await settle(() => type(t.page.querySelector('select')!, 'null'))
  assert.doesNotMatch(t.page.textContent, /It works until/)
  await t.press('Revoke link')
  assert.equal(t.url(), undefined)
  assert.deepEqual(t.changes(), [
    [`PUT ${path}`, { expiresInDays: 7 }],
    [`PUT ${path}`, { expiresInDays: null }],
    [`DELETE ${path}`, undefined],
  ])
})

test('shows the link to a draft that is already shared', async () => {
  const t = await open({ token, createdAt, expiresAt: null })
  assert.equal(t.url(), `${location.origin}/draft/${token}`)
})
