import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '#features/people/profiles/profiles.demo.ts'
import { npmStart, type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'

/** For sites that are measured or photographed. */
const demoSettings = { BACKUPS: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

/** Starts the built site with the demo's content in a temporary folder, which `stop` deletes. */
export async function startDemoSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  const site = await startTemporarySite(settings, [...npmStart, '--demo'])
  while (!site.output().includes('The demo is ready')) await sleep(100)
  return site
}

/** Starts the built site without any content, in a temporary folder, which `stop` deletes. */
export const startEmptySite = (): Promise<RunningSite> => startTemporarySite({}, npmStart)

async function startTemporarySite(settings: Record<string, string>, command: typeof npmStart): Promise<RunningSite> {
  const { dataDir, remove } = temporaryDataDir()
  const site = await startSite(dataDir, { ...demoSettings, ...settings }, command)
  return {
    ...site,
    async stop() {
      const code = await site.stop()
      remove()
      return code
    },
  }
}

/** The local storage key under which the browser stores the session. */
export const sessionKey = 'supabase_auth_token'

/** Signs in a member of the demo. @returns the session as the browser stores it */
export const signInToDemo = (site: RunningSite, username: string): Promise<string> =>
  askIdentity(site, 'token?grant_type=password', { email: `${username}@devstead.example` })

/** Registers a member without any content. @returns the session as the browser stores it */
export const signUpToDemo = (site: RunningSite): Promise<string> =>
  askIdentity(site, 'signup', {
    email: 'newcomer@devstead.example',
    data: { username: 'newcomer', fullName: 'Noor Newcomer' },
  })

async function askIdentity({ url }: RunningSite, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: demoPassword, ...body }),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.text()
}
