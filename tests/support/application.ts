import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '#app/config.ts'
import { createServices } from '#app/context.ts'
import { createApp } from '#app/http.ts'
import { routes } from '#app/features.ts'
import { announcedSince } from './announced.ts'
import { testConnection, testDb, testIdentityKey } from './database.ts'

/** Opens the whole application with real components except the page renderer, with embedded identity and with storage
 *  in its own folder. Closes it after the test. */
export async function testApplication(settings: Record<string, string> = {}) {
  const site = await openTestApplication(settings)
  onTestFinished(site.end)
  return site
}

/** Opens the application for several tests, which must close it with `end`. */
export async function openTestApplication(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-site-'))
  const usual = { DATA_DIR: folder, SITE_URL: 'http://devstead.test', LOG_LEVEL: 'error', RTMP_PORT: '0' }
  const config = readConfig({ IDENTITY_KEY: testIdentityKey, ...usual, ...settings })
  const [db, connection] = [await testDb(), await testConnection()]
  const logged: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const clock = { now: () => Date.now() }
  const services = await createServices(config, { db, connection }, log, { clock })
  async function end(): Promise<void> {
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const app = createApp(routes, services.mounts, { ctx: services.ctx, ...config, checksAnswers: true })

  async function call(method: string, target: string, { token, body }: { token?: string | null; body?: unknown } = {}) {
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }
    return app.request(target, { method, headers, ...sent })
  }

  /** Registers the member through the identity provider and creates the profile. @returns the access token */
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
  return { ...services, app, config, db, clock, logged, announced, call, register, end }
}
export type TestApplication = Awaited<ReturnType<typeof testApplication>>
