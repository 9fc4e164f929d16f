import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '#app/config.ts'
import { createServices } from '#app/context.ts'
import { createApp } from '#app/http.ts'
import { routes } from '#app/routes.ts'
import { announcedSince } from './announced.ts'
import { testConnection, testDb, testIdentityKey } from './database.ts'

/** The whole application on its real parts, but for the page renderer: embedded identity, storage in a folder of its own. */
export async function testApplication(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-site-'))
  const usual = { DATA_DIR: folder, SITE_URL: 'http://devstead.test', LOG_LEVEL: 'error', RTMP_PORT: '0' }
  const config = readConfig({ IDENTITY_KEY: testIdentityKey, ...usual, ...settings })
  const [db, connection] = [await testDb(), await testConnection()]
  const logged: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const clock = { now: () => Date.now() }
  const services = await createServices(config, { db, connection }, log, clock)
  onTestFinished(async () => {
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const app = createApp(routes, services.mounts, { ctx: services.ctx, ...config })

  async function call(method: string, target: string, { token, body }: { token?: string | null; body?: unknown } = {}) {
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }
    return app.request(target, { method, headers, ...sent })
  }

  /** Registers the member through the identity provider. @returns the access token; the profile exists */
  async function register(username: string): Promise<string> {
    const body = {
      email: `${username}@devstead.test`,
      password: `secret of ${username}`,
      data: { username, fullName: `Full ${username}` },
    }
    const response = await call('POST', '/auth/v1/signup', { body })
    if (!response.ok) throw new Error(`${username} could not register: ${await response.text()}`)
    const { access_token: token } = (await response.json()) as { access_token: string }
    await call('GET', '/api/users/me', { token })
    return token
  }

  const announced = announcedSince(services.changes)
  return { ...services, app, config, db, clock, logged, announced, call, register }
}
export type TestApplication = Awaited<ReturnType<typeof testApplication>>
