import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '#features/people/profiles/profiles.demo.ts'
import { npmStart, type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'

/** For sites that are measured or photographed. */
export const demoSettings = { BACKUPS: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

/** Starts the built site with the demo's content in a temporary folder, which `stop` deletes. */
export async function startDemoSite(): Promise<RunningSite> {
  const { dataDir, remove } = temporaryDataDir()
  const site = await startSite(dataDir, demoSettings, [...npmStart, '--demo'])
  while (!site.output().includes('The demo is ready')) await sleep(100)
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
export async function signInToDemo({ url }: RunningSite, username: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${username}@devstead.example`, password: demoPassword }),
  })
  if (!response.ok) throw new Error(`${username} could not sign in: ${await response.text()}`)
  return response.text()
}
