import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { useSessionReads } from '#features/people/accounts/accounts.hooks.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { sessionChanged } from '#web/session.ts'
import { useInvitation } from './invitations.hooks.ts'

function Page() {
  useSessionReads()
  const { data } = useInvitation('token')
  return <p>{data?.invitedBy ?? 'no one'}</p>
}

beforeEach(() => localStorage.clear())

test('does not check a new member’s invitation again, which is then used up', async () => {
  const asked = answer({
    'GET /api/invitations/token': () => Response.json({ invitedBy: 'Ada Archer' }),
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
  })
  const { page } = await mount(<Page />)
  await settle()
  await settle(() => {
    signInHere()
    sessionChanged()
  })
  assert.equal(page.textContent, 'Ada Archer')
  assert.equal(asked.filter(({ call }) => call === 'GET /api/invitations/token').length, 1)
})
