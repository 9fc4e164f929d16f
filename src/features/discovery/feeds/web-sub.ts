import { on } from '#kernel/event.ts'
import type { Context } from '#kernel/http.ts'
import { afterCaches, perform } from '#kernel/job.ts'
import { postChanged, postDeleted, postPublished } from '#features/writing/posts/posts.events.ts'
import { accountDeleting } from '#features/people/profiles/members.events.ts'
import { type PostFeeds, feedPathsOf } from './feeds.contract.ts'
import { pingHub } from './feeds.jobs.ts'
import { listPostFeeds } from './feeds.store.ts'

/** Notifies the WebSub hub that feeds have changed; the hub then fetches and distributes them. Does nothing without
 *  a configured hub. Source: WebSub, 7.1; PubSubHubbub 0.3, 7.1 (several topics at once). */
export const webSubWorkers = [
  perform(pingHub, async ({ webSubHub, siteUrl, fetch, announce }, { topics }) => {
    if (webSubHub === null) return
    await announce('posts') // in case the process that made the changes died before announcing them
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

const queuePing = async ({ db, webSubHub, siteSettings }: Context, ...posts: PostFeeds[]) =>
  webSubHub && pingHub.enqueue(db, { topics: feedPathsOf(posts, siteSettings.isOn('feed')) }, afterCaches)

export const webSubSubscriptions = [
  on(postPublished, (ctx, { post }) => queuePing(ctx, post)),
  on(postChanged, (ctx, { before, post }) => queuePing(ctx, before, post)),
  on(postDeleted, (ctx, { post }) => queuePing(ctx, post)),
  on(accountDeleting, async (ctx, { memberId }) => queuePing(ctx, ...(await listPostFeeds(ctx.db, memberId)))),
]
