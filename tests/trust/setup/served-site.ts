import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readAssets } from '#app/assets.ts'
import { readConfig } from '#app/config.ts'
import { openSite } from '#app/open-site.ts'
import { renderPage } from '#app/render.tsx'
import { createTemplate, inlineScriptHashes } from '#app/template.ts'
import { traceFields } from '#kernel/trace.ts'
import { testDatabaseUrl, testDb, testIdentityKey } from '../../support/database.ts'

const root = path.resolve(import.meta.dirname, '../../..')
export const siteUrl = 'http://devstead.test'

export interface Asked {
  method?: string
  headers?: Record<string, string>
  token?: string | null
  /** Strings and bytes are sent unchanged, anything else as JSON. */
  body?: unknown
}
export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  text: string
}
export type ServedSite = Awaited<ReturnType<typeof servedSite>>

/** Serves the whole site on a port, with pages rendered from the sources and with the test's database. Closes it after
 *  the test. */
export async function servedSite(settings: Record<string, string> = {}) {
  const site = await openServedSite(settings)
  onTestFinished(site.end)
  return site
}

/** Opens the site for several tests, which must close it with `end`. */
export async function openServedSite(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-site-'))
  const db = await testDb()
  const lines: string[] = []
  const log = pino({ level: 'info', mixin: traceFields }, { write: (line: string) => lines.push(line) })
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: await testDatabaseUrl(),
    IDENTITY_KEY: testIdentityKey,
    SITE_URL: siteUrl,
    RATE_LIMITS: 'off',
    RTMP_PORT: '0',
    // On a busy machine, any statement may be slow, but tests expect no warnings.
    SLOW_QUERY_MS: '0',
    ...settings,
  })
  const indexHtml = readFileSync(path.join(root, 'index.html'), 'utf8')
  const rendering = { renderer: renderPage, template: createTemplate(indexHtml) }
  const files = {
    renderingIn: async () => rendering,
    assets: readAssets(path.join(root, 'public')),
    scriptHashes: inlineScriptHashes(indexHtml),
  }
  const site = await openSite(config, files, log)
  const server = http.createServer(site.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  async function end(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }

  /** Sends a request without normalizing its target. */
  function ask(target: string, { method = 'GET', headers = {}, token, body }: Asked = {}): Promise<Answered> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const bytes = body === undefined ? null : Buffer.from(isRaw ? body : JSON.stringify(body))
    const sent: Record<string, string | number> = {
      host: 'devstead.test',
      ...(bytes && { 'content-length': bytes.length }),
      ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const request = http.request({ port, host: '127.0.0.1', path: target, method, headers: sent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        )
      })
      request.on('error', reject)
      request.end(bytes)
    })
  }

  /** Registers a member through the identity provider and creates the profile. @returns the access token */
  async function register(username: string): Promise<string> {
    const data = { username, fullName: `Full ${username}` }
    const account = { email: `${username}@devstead.test`, password: `secret of ${username}`, data }
    const answer = await ask('/auth/v1/signup', { method: 'POST', body: account })
    const { access_token: token } = JSON.parse(answer.text) as { access_token: string }
    await ask('/api/users/me', { token })
    return token
  }

  /** Returns log lines of at least this level: 40 for warnings, 50 for errors. */
  const logged = (level: number) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => Number(line['level']) >= level)

  return { ...site, config, db, port, lines, logged, ask, register, end }
}
