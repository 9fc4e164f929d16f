import type { Changes } from '#kernel/changes.ts'
import type { JobSet } from '#kernel/jobs.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { Ping, pingTask } from './feeds.contract.ts'

interface WebSubOptions {
  hub: string | null
  siteUrl: string
  fetch: SafeFetch
  announce: Changes['announce']
}

/** Tells the hub which feeds have changed, until it has taken note; it then fetches them and passes them on.
 *  Source: WebSub, 7.1; PubSubHubbub 0.3, 7.1 (several topics at once). */
export const webSubJobs = ({ hub, siteUrl, fetch, announce }: WebSubOptions): JobSet => ({
  tasks: {
    [pingTask]: async (payload) => {
      if (hub === null) return
      const { topics } = Ping.parse(payload)
      await announce('posts') // in case the process died that should have
      const form = topics.map((path): [string, string] => ['hub.url', siteUrl + path])
      const answer = await fetch(hub, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams([['hub.mode', 'publish'], ...form]).toString(),
      })
      if (!answer.ok || answer.status >= 300)
        throw new Error(`The hub did not take note: ${answer.ok ? answer.status : answer.reason}`)
    },
  },
})
