import { type Browser, chromium } from 'playwright'
import * as z from 'zod/mini'
import { draftEditorPath, putDraft } from '#features/writing/drafts/drafts.contract.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { PostList } from '#features/writing/posts/posts.contract.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { randomHex } from '#web/random-hex.ts'
import { chromiumArgs, findChromium } from '../scripts/chromium.ts'
import { signInToDemo, startDemoSite } from '../scripts/demo-site.ts'
import { measureBareInp } from './bare-page.ts'
import { desktop, type PageOptions, phone, withPage } from './browser-pages.ts'
import { openScenario, type Places, type Scenario, scenarios } from './inp-scenarios.ts'
import { recordInteractions, takeInp, throttle } from './interactions.ts'
import { longArticle } from './long-article.ts'
import { median, msOf, type Row } from './row.ts'

const rounds = 3
const articleLength = 11_000

/** Measures a member's Interaction to Next Paint in the demo at 4× slowdown, as a multiple of that of a page whose
 *  button always does the same work, which takes 200 ms on a quiet machine. The two take turns. */
export async function measureInp(): Promise<Row[]> {
  const site = await startDemoSite()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    const session = await signInToDemo(site, 'tunde')
    const places = await createPlaces(site, session)
    const [bareMs, foundMs] = [scenarios.map((): number[] => []), scenarios.map((): number[] => [])]
    for (let round = 0; round < rounds; round++)
      for (const [index, scenario] of scenarios.entries()) {
        const options = { url: site.url, session, device: scenario.isWide ? desktop : phone }
        bareMs[index]!.push(await withPage(browser, options, (page) => measureBareInp(page, site.url)))
        foundMs[index]!.push(await measureScenario(browser, options, scenario, places))
      }
    return scenarios.map(({ name }, index) => rowOf(name, foundMs[index]!, bareMs[index]!))
  } finally {
    await browser.close()
    await site.stop()
  }
}

const rowOf = (name: string, foundMs: number[], bareMs: number[]): Row => ({
  name: `INP at 4× slowdown: ${name}, multiple of a bare page`,
  value: median(foundMs.map((ms, round) => ms / bareMs[round]!)),
  limit: { atMost: 1 },
  info: msOf(median(foundMs), median(bareMs)),
})

const measureScenario = (browser: Browser, options: PageOptions, scenario: Scenario, places: Places) =>
  withPage(browser, options, async (page) => {
    await recordInteractions(page)
    await openScenario(page, scenario, places)
    await throttle(page)
    await scenario.use(page)
    return takeInp(page)
  })

const Session = z.object({ access_token: z.string() })

/** Saves a long draft, and finds pages for the scenarios. */
export async function createPlaces({ url }: RunningSite, session: string): Promise<Places> {
  const { posts } = PostList.parse(await (await fetch(`${url}/api/posts?limit=100`)).json())
  const pictured = posts.find(({ cover }) => cover !== null)!
  const key = randomHex(16)
  const content = longArticle(articleLength, pictured.cover!.url)
  const { access_token: token } = Session.parse(JSON.parse(session))
  const response = await fetch(url + putDraft.href({ key }), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      title: 'A long article',
      content,
      categoryId: 1,
      postId: null,
      baseUpdatedAt: null,
      updatedAt: null,
    }),
  })
  if (!response.ok) throw new Error(`The draft was not saved: ${await response.text()}`)
  return { draft: draftEditorPath({ key, postId: null }), livestream: '/livestream/2', article: postPath(pictured) }
}
