import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { commentModerationRoutes } from '#features/conversation/comments/comment-moderation.routes.ts'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { commentRoutes } from '#features/conversation/comments/comments.routes.ts'
import { publishPost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { many } from '#kernel/db.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { cast } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { sentWebmentionWorkers } from '#features/conversation/sent-webmentions/sending-jobs.ts'
import {
  getSentWebmentions,
  type SentWebmentionList,
} from '#features/conversation/sent-webmentions/sent-webmentions.contract.ts'
import { sentWebmentionRoutes } from '#features/conversation/sent-webmentions/sent-webmentions.routes.ts'

interface Job {
  task: string
  payload: unknown
  queue: string | null
}

/** Sets up the cast, another site whose pages have an endpoint, and the jobs, which run when the test calls `work`. */
export async function conversation() {
  let now = Date.now()
  const clock = { now: () => now }
  const t = await cast([...postRoutes, ...commentRoutes, ...commentModerationRoutes, ...sentWebmentionRoutes], {
    clock,
  })
  const received: string[] = []
  let reply = (answer: ServerResponse) => void answer.writeHead(202).end()
  const receive = async (request: IncomingMessage, answer: ServerResponse) => {
    const form = new URLSearchParams(await text(request))
    received.push(
      `${form.get('source')!.replace('http://devstead.test', '')} > ${new URL(form.get('target')!).pathname}`,
    )
    reply(answer)
  }
  const server = http.createServer((request, answer) => {
    const isDeaf = request.url?.startsWith('/deaf')
    if (request.method === 'GET') answer.setHeader('link', isDeaf ? '' : '</wm>; rel=webmention').end()
    else void receive(request, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = (path: string) => `http://${host}${path}`
  const fetch = createSafeFetch({ allow: [host], userAgent: 'test' })
  const tasks = tasksOf(sentWebmentionWorkers, { ...t.ctx, fetch })

  /** Advances the clock, which never falls behind real time: the database's clock decides when a job may run. */
  const pass = (ms: number) => (now = Math.max(now, Date.now()) + ms)

  const takeJobs = () => many<Job>(t.db)`
    with due as (
      select id from graphile_worker._private_jobs where run_at <= greatest(${new Date(now)}::timestamptz, now()) order by id)
    delete from graphile_worker._private_jobs jobs using due where jobs.id = due.id
    returning payload::jsonb - '_requestId' as payload, (select identifier from graphile_worker._private_tasks tasks where tasks.id = task_id) as task,
      (select queue_name from graphile_worker._private_job_queues queues where queues.id = job_queue_id) as queue`
  /** Runs due jobs and the jobs that they queue. @returns the webmentions that the other site received, sorted */
  async function work(): Promise<string[]> {
    pass(2000)
    for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs())
      for (const { task, payload } of jobs) await tasks[task]!(payload)
    return received.splice(0).sort()
  }
  const publish = async (content: string) =>
    (await t.alice<{ id: number }>('POST', publishPost.path, { content })).body.id
  const say = async (postId: number, content: string) =>
    (await t.alice<{ id: number }>('POST', createComment.href({ id: postId }), { content })).body.id
  const mentions = async (postId: number) =>
    (await t.alice<SentWebmentionList>('GET', getSentWebmentions.href({ id: postId }))).body.mentions
  return {
    ...t,
    url,
    received,
    work,
    takeJobs,
    tasks,
    publish,
    say,
    mentions,
    pass,
    now: () => now,
    replies: (next: typeof reply) => (reply = next),
  }
}
export const minute = 60_000
