import { expect } from '@playwright/test'
import { fillForPreviews } from '../../support/github-previews.ts'
import { type GithubServer, startGithubServer } from '../../support/github-server.ts'
import { freePort } from '../../support/site.ts'
import { resetSignUpLimits } from './change-database.ts'
import { watchFaults } from './faults.ts'
import { waitForHydration } from './hydration.ts'
import { type OtherSite, startOtherSite } from './other-site.ts'
import { test as base } from './prepared-site.ts'

interface Fixtures {
  /** Strings in console messages that do not fail the journey. */
  expectedFaults: string[]
}
interface WorkerFixtures {
  github: GithubServer
  otherSite: OtherSite
}

/** A journey through the built site in a browser. It fails if the browser reports an error. All journeys in a worker
 *  share a site, for which GitHub, Bluesky, and other sites are local fakes. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  github: [
    async ({ browserName: _browserName }, use) => {
      const github = await startGithubServer()
      fillForPreviews(github)
      await use(github)
      await github.close()
    },
    { scope: 'worker' },
  ],
  otherSite: [
    async ({ browserName: _browserName }, use) => {
      const otherSite = await startOtherSite()
      await use(otherSite)
      await otherSite.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ github, otherSite }, use) =>
      use({
        GITHUB_API_URL: github.url,
        GITHUB_TOKEN: github.token,
        OUTBOUND_ALLOW: otherSite.host,
        BLUESKY_API_URL: otherSite.url,
        RTMP_PORT: String(await freePort()),
      }),
    { scope: 'worker' },
  ],
  // Rate limits are on, so each journey uses its own IP address, and limits on all sign-ups are reset.
  extraHTTPHeaders: ({ baseURL: _baseURL }, use, { testId, repeatEachIndex }) =>
    use({ 'x-forwarded-for': addressFor(`${testId}${repeatEachIndex}`) }),
  expectedFaults: [[], { option: true }],
  page: async ({ page, site, expectedFaults, javaScriptEnabled }, use) => {
    await resetSignUpLimits(site)
    if (javaScriptEnabled) waitForHydration(page)
    const faults = await watchFaults(page)
    await use(page)
    expect(faults.filter((fault) => !expectedFaults.some((part) => fault.includes(part)))).toEqual([])
  },
})

function addressFor(text: string): string {
  let hash = 0
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`
}
