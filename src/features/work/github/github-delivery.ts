import * as z from 'zod/mini'
import type { GithubEvent } from '#providers/github/github.ts'

const Sender = z.object({ id: z.int(), login: z.string().check(z.maxLength(100)) })
/** The fields that all deliveries have. */
const Delivery = z.object({
  sender: Sender,
  repository: z.object({
    full_name: z.string().check(z.maxLength(200)),
    private: z.boolean(),
    pushed_at: z.optional(z.nullable(z.union([z.int(), z.string()]))),
  }),
})

/** A delivery's event, in the format of GitHub's event list, with its sender. */
export interface Delivered {
  sender: z.infer<typeof Sender>
  event: Omit<GithubEvent, 'id'>
}

/** Returns the event that GitHub's list will contain for this delivery; null for events that are not shown, such as
 *  events in private repositories. @param kind the X-GitHub-Event header */
export function readDelivery(kind: string, body: unknown, nowMs: number): Delivered | null {
  const delivery = Delivery.safeParse(body)
  const read = readers.get(kind)
  if (!read || !delivery.success || delivery.data.repository.private) return null
  const { sender, repository } = delivery.data
  const event = read(body, repository.pushed_at)
  if (!event) return null
  const { type, payload, time } = event
  return { sender, event: { type, repoName: repository.full_name, payload, createdAt: timeOf(time, nowMs) } }
}

interface DeliveredEvent {
  type: string
  payload: unknown
  time: string | number | null | undefined
}
type Reader = (body: unknown, pushedAt: string | number | null | undefined) => DeliveredEvent | null

const readers = new Map<string, Reader>([
  ['push', push],
  ['pull_request', (body) => timed('PullRequestEvent', PullRequest, body, ({ pull_request: its }) => its.updated_at)],
  ['issues', (body) => timed('IssuesEvent', Issues, body, ({ issue }) => issue.updated_at)],
  ['star', (body) => timed('WatchEvent', Star, body, (star) => star.starred_at)],
  ['fork', (body) => timed('ForkEvent', Fork, body, ({ forkee }) => forkee.created_at)],
  ['release', (body) => timed('ReleaseEvent', Release, body, ({ release }) => release.published_at)],
  ['create', (body, time) => ({ type: 'CreateEvent', payload: body, time })],
])

const Time = z.nullish(z.string())
const PullRequest = z.looseObject({ pull_request: z.looseObject({ updated_at: Time }) })
const Issues = z.looseObject({ issue: z.looseObject({ updated_at: Time }) })
const Star = z.looseObject({ action: z.literal('created'), starred_at: Time })
const Fork = z.looseObject({ forkee: z.looseObject({ created_at: Time }) })
const Release = z.looseObject({ release: z.looseObject({ published_at: Time }) })
const Push = z.object({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  created: z.boolean(),
  deleted: z.boolean(),
  commits: z._default(z.array(z.unknown()), []),
})

/** Returns null for created branches and tags, which are delivered as `create`, and for deleted ones. */
function push(body: unknown, time: string | number | null | undefined): DeliveredEvent | null {
  const { data } = Push.safeParse(body)
  if (!data || data.created || data.deleted || !data.ref.startsWith('refs/heads/')) return null
  const { ref, before, after, commits } = data
  return { type: 'PushEvent', payload: { ref, before, head: after, size: commits.length }, time }
}

function timed<Body>(
  type: string,
  schema: z.ZodMiniType<Body>,
  body: unknown,
  timeOf: (body: Body) => string | null | undefined,
): DeliveredEvent | null {
  const { success, data } = schema.safeParse(body)
  return success ? { type, payload: body, time: timeOf(data) } : null
}

/** Parses a time given in seconds or as text. Future and missing times become the current time. */
function timeOf(time: string | number | null | undefined, nowMs: number): Date {
  const timeMs = typeof time === 'number' ? time * 1000 : Date.parse(time ?? '')
  return new Date(Number.isNaN(timeMs) ? nowMs : Math.min(timeMs, nowMs))
}
