import { beforeEach } from 'vitest'
import { useSearch } from 'wouter'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { alice } from './samples.ts'
import { answer, type Answers, mount, settle, type } from './mount.tsx'
import '#web/auth-client.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { loginView } from '#pages/login/login.tsx'

export const user = {
  id: 'user-1',
  aud: 'authenticated',
  email: 'alice@example.org',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T00:00:00.000Z',
}
export const session = {
  access_token: 'access',
  token_type: 'bearer',
  expires_in: 3600,
  refresh_token: 'refresh',
  user,
}

const answers: Answers = {
  'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
  'POST /auth/v1/token': () => Response.json(session),
  'POST /auth/v1/signup': () => Response.json(session),
  'GET /api/users/me': () => Response.json(alice),
  'POST /api/users': () => Response.json(alice),
}

beforeEach(() => localStorage.clear())

/** The page at the current URL. */
function Page() {
  return <loginView.View params={{}} query={loginAddress.queryIn(new URLSearchParams(useSearch()))} />
}

/** Opens the login page at the URL. */
export async function openLogin(address: string, changed: Answers = {}, site: Partial<SiteInfo> = {}) {
  history.replaceState(null, '', address)
  const asked = answer({ ...answers, ...changed })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
    ...site,
  })
  const { page } = await mount(<Page />, cache)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`input[name=${name}]`)!
  const submit = () => settle(() => page.querySelector('form')!.requestSubmit())
  async function enter(values: Record<string, string>) {
    await settle(() => {
      for (const [name, value] of Object.entries(values)) type(field(name), value)
    })
  }
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  return { page, asked, field, enter, submit, press, calls: () => asked.map(({ call }) => call) }
}

/** Returns the current path. */
export const here = () => location.pathname + location.search + location.hash

/** An error in the identity provider’s format for clients that send its API version. */
export const refusedBy = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

/** A response to a member whom an administrator has yet to approve. */
export const waitingMember = () =>
  Response.json({ code: 'awaiting_approval', message: 'An administrator needs to approve it' }, { status: 403 })
