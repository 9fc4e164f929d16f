import * as z from 'zod/mini'
import { getSettings, saveSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import type { Schema } from '#kernel/endpoint.contract.ts'
import { freePort, type RunningSite } from '#tests/support/site.ts'
import { signInToDemo, signUpToDemo, startDemoSite, startEmptySite } from '../demo-site.ts'

/** `newcomer`: a member who has just registered. */
export type Viewer = 'visitor' | 'newcomer' | 'member' | 'owner'

/** `demo`: has the demo's content. `empty`: has no content and no members. `portfolio`: like `demo`, with its owner's
 *  portfolio as the home page. `new portfolio`: the same for an owner who has just registered, `newcomer`. */
export type SiteName = 'demo' | 'empty' | 'portfolio' | 'new portfolio'

/** The sites that screens show. Each starts when it is first used. */
export interface Sites {
  open(name: SiteName): Promise<OpenSite>
  stop(): Promise<void>
}

export interface OpenSite {
  url: string
  /** Returns the member's session as the browser stores it. */
  sessionOf(member: Member): Promise<string>
  /** Calls the API. @throws Error if the response status is not 2xx */
  call<P, A extends Schema>(as: Viewer, endpoint: Callable<P, A>, params: P, body?: unknown): Promise<z.output<A>>
}

type Member = Exclude<Viewer, 'visitor'>

/** The parts of an endpoint that are needed to call it. */
interface Callable<P, A extends Schema> {
  method: string
  href: (params: P) => string
  answer: A
}

const Session = z.object({ access_token: z.string() })

export function createSites(): Sites {
  const running: Promise<RunningSite>[] = []
  const opened = new Map<SiteName, Promise<OpenSite>>()
  function open(name: SiteName): Promise<OpenSite> {
    const known = opened.get(name) ?? start(name)
    opened.set(name, known)
    return known
  }
  async function start(name: SiteName): Promise<OpenSite> {
    const { start, prepare } = sites[name]
    const starting = start()
    running.push(starting)
    const site = openSite(await starting)
    await prepare?.(site)
    return site
  }
  return {
    open,
    async stop() {
      await Promise.all(running.map(async (starting) => (await starting).stop()))
    },
  }
}

const sites: Record<SiteName, { start: () => Promise<RunningSite>; prepare?: (site: OpenSite) => Promise<void> }> = {
  demo: { start: async () => startDemoSite({ RTMP_PORT: String(await freePort()) }) },
  empty: { start: startEmptySite },
  portfolio: { start: () => startDemoSite(), prepare: (site) => showPortfolio(site, 'owner') },
  'new portfolio': { start: startEmptySite, prepare: (site) => showPortfolio(site, 'newcomer') },
}

/** Makes the portfolio of the site's owner its home page, and turns on all sections. */
async function showPortfolio(site: OpenSite, as: Member): Promise<void> {
  const { version, settings } = await site.call(as, getSettings, {})
  const home = { ...settings.home, kind: 'portfolio' }
  await site.call(as, saveSettings, {}, { version, settings: { ...settings, home, sectionsOff: [] } })
}

const signIns: Record<Member, (site: RunningSite) => Promise<string>> = {
  owner: (site) => signInToDemo(site, 'mirela'),
  member: (site) => signInToDemo(site, 'tunde'),
  newcomer: signUpToDemo,
}

function openSite(site: RunningSite): OpenSite {
  const sessions = new Map<Member, Promise<string>>()
  const sessionOf = (member: Member): Promise<string> => {
    const known = sessions.get(member) ?? signIns[member](site)
    sessions.set(member, known)
    return known
  }
  const tokenOf = async (member: Member) => Session.parse(JSON.parse(await sessionOf(member))).access_token
  return {
    url: site.url,
    sessionOf,
    async call(as, { method, href, answer }, params, body) {
      const path = href(params)
      const response = await fetch(site.url + path, {
        method,
        headers: {
          ...(as !== 'visitor' && { authorization: `Bearer ${await tokenOf(as)}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return answer.parse(JSON.parse(text))
    },
  }
}
