import { job, perform } from '#kernel/job.ts'
import { Ping, pingTask } from './feeds.contract.ts'

const pingHub = job(pingTask, { summary: 'Notify feed readers of new posts', payload: Ping, callsOut: true })

/** Notifies the WebSub hub that feeds have changed; the hub then fetches them and passes them on. Without a hub, does
 *  nothing. Source: WebSub, 7.1; PubSubHubbub 0.3, 7.1 (several topics at once). */
export const webSubWorkers = [
  perform(pingHub, async ({ webSubHub, siteUrl, fetch, announce }, { topics }) => {
    if (webSubHub === null) return
    await announce('posts') // in case the process that should have announced them died
    const form = topics.map((path): [string, string] => ['hub.url', siteUrl + path])
    const answer = await fetch(webSubHub, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([['hub.mode', 'publish'], ...form]).toString(),
    })
    if (!answer.ok || answer.status >= 300)
      throw new Error(`The hub rejected the notification: ${answer.ok ? answer.status : answer.reason}`)
  }),
]
