import { type APIRequestContext, expect } from '@playwright/test'
import { pino } from 'pino'
import { connect, type Db } from '#kernel/db.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import { test as base } from '../../journeys/setup/prepared-site.ts'
import { setTrap, type Trap } from './trap.ts'

interface Fixtures {
  trap: Trap
}
interface WorkerFixtures {
  /** Direct access to the running site's database. */
  db: Db
}

/** The built site in a separate process without rate limits, and a browser whose pages are monitored by a trap. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [({ browserName: _browserName }, use) => use({ RATE_LIMITS: 'off' }), { scope: 'worker' }],
  db: [
    async ({ site }, use) => {
      const server = await startPostgres({ dataDir: site.dataDir, log: pino({ level: 'warn' }) })
      const db = connect({ ...server.connection, onError: () => {} })
      await use(db)
      await db.destroy()
      await server.stop()
    },
    { scope: 'worker' },
  ],
  trap: async ({ context, site }, use) => use(await setTrap(context, site.url)),
})

export interface Account {
  token: string
  /** The session as stored in the browser. */
  session: string
}

/** Signs up through the identity provider's API. */
export async function signUp(request: APIRequestContext, username: string, fullName: string): Promise<Account> {
  const data = { email: `${username}@example.org`, password: 'correct horse battery', data: { username, fullName } }
  const response = await request.post('/auth/v1/signup', { data })
  expect(response.status(), await response.text()).toBe(200)
  const session = (await response.json()) as { access_token: string }
  const account = { token: session.access_token, session: JSON.stringify(session) }
  await callAs(request, account, 'GET', '/api/users/me')
  return account
}

/** Calls the API. @throws Error if the response is not 2xx */
export async function callAs<Answer>(
  request: APIRequestContext,
  { token }: Account,
  method: string,
  path: string,
  data?: unknown,
): Promise<Answer> {
  const response = await request.fetch(path, { method, data, headers: { authorization: `Bearer ${token}` } })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as Answer
}
