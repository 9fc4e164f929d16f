import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere, type } from '#tests/support/mount.tsx'
import { userWith } from '#tests/support/sessions.ts'
import '#web/auth-client.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { ConnectedAccountsCard } from './connected-accounts-card.tsx'
import { PasswordCard } from './password-card.tsx'

const identity = (provider: string, user_name: string) => ({
  identity_id: `id-${provider}`,
  id: user_name,
  user_id: 'user-1',
  identity_data: { user_name },
  provider,
  created_at: '2026-11-21T00:00:00.000Z',
})
const email = identity('email', 'alice')
const github = identity('github', 'octo')

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(identities: object[], external: object, changed: Answers = {}) {
  const asked = answer({
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'sb_publishable_embedded' }),
    'GET /auth/v1/settings': () => Response.json({ external }),
    'GET /auth/v1/user': () => Response.json({ ...userWith([]), identities }),
    ...changed,
  })
  const cache = createQueryCache()
  const site = { name: 'Devstead', ownerUsername: 'alice', isRegistrationOpen: true, canSendEmail: true }
  cache.setQueryData(siteQuery.queryKey, { ...site, minPasswordLength: 6, signInProvider: 'Example Inc.' })
  const cards = (
    <>
      <PasswordCard email="alice@example.org" />
      <ConnectedAccountsCard />
    </>
  )
  const { page } = await mount(cards, cache)
  await settle()
  const buttons = () => [...page.querySelectorAll('button')].map((button) => button.textContent)
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].findLast((one) => one.textContent === name)!.click())
  return { page, asked, buttons, press }
}

test('is not shown if the site offers no accounts to connect', async () => {
  const { page } = await open([email], { github: false })
  assert.equal(page.querySelector('#connected-accounts'), null)
})

test('offers the providers that are not connected yet, and disconnects the others after a confirmation', async () => {
  const t = await open(
    [email, github],
    { github: true, 'custom:oidc': true },
    {
      'DELETE /auth/v1/user/identities/id-github': () => Response.json({}),
    },
  )
  await settleUntil(() => assert.match(t.page.querySelector('#connected-accounts')?.textContent ?? '', /GitHub.*octo/))
  assert.deepEqual(
    [t.buttons().includes('Connect Example Inc.'), t.buttons().includes('Connect GitHub')],
    [true, false],
  )
  await t.press('Disconnect')
  assert.equal(
    t.asked.some(({ call }) => call.startsWith('DELETE')),
    false,
  )
  await t.press('Disconnect')
  await settleUntil(() => assert.equal(shownToast()?.title, 'Account disconnected'))
})

test('lets members without a password set one, and does not let them disconnect the last account', async () => {
  const t = await open([github], { github: true }, { 'PUT /auth/v1/user': () => Response.json(userWith([])) })
  await settleUntil(() => assert.match(t.page.textContent, /To disconnect it, set a password first/))
  assert.equal(t.buttons().includes('Disconnect'), false)
  assert.equal(t.page.querySelector('[name=currentPassword]'), null)
  await settle(() => type(t.page.querySelector<HTMLInputElement>('[name=password]')!, 'a horse of my own'))
  await settle(() => t.page.querySelector('form')!.requestSubmit())
  await settleUntil(() => assert.equal(shownToast()?.title, 'Password set'))
  const { body } = t.asked.find(({ call }) => call === 'PUT /auth/v1/user')!
  assert.equal((body as { password: string }).password, 'a horse of my own')
})
