import assert from 'node:assert/strict'
import { many, run } from '#kernel/db.ts'
import { sentenceOf } from '#features/people/notifications/notification-words.contract.ts'
import { getNotifications, NotificationList } from '#features/people/notifications/notifications.contract.ts'
import { notificationRoutes } from '#features/people/notifications/notifications.routes.ts'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { draftRoutes } from '#features/writing/drafts/drafts.routes.ts'
import {
  Draft,
  type DraftInput,
  DraftList,
  type DraftSchedule,
  getDrafts,
  putDraft,
} from '#features/writing/drafts/drafts.contract.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { scheduleDraft } from '#features/writing/draft-schedules/draft-schedules.contract.ts'
import { getSchedule } from '#features/writing/draft-schedules/schedule-state.contract.ts'
import { draftSchedulesFeature } from '#features/writing/draft-schedules/draft-schedules.feature.ts'

export const key = 'a'.repeat(32)
export const article: DraftInput = {
  title: 'On schedules',
  content: `[It](https://elsewhere.example/) ${'is written. '.repeat(10)}`,
  categoryId: 1,
  details: { ...noDetails, tags: ['time'] },
  postId: null,
  baseUpdatedAt: null,
  updatedAt: null,
}
export const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
export const berlin = (publishAt = tomorrow()) => ({ publishAt, timeZone: 'Europe/Berlin' })

export async function start() {
  const t = await cast([...draftRoutes, ...draftSchedulesFeature.routes, ...postRoutes, ...notificationRoutes])
  const save = async (part: Partial<DraftInput> = {}, name: Name = 'alice') => {
    const { status, body } = await t[name]('PUT', putDraft.href({ key }), { ...article, ...part })
    assert.equal(status, 200, JSON.stringify(body))
    return Draft.parse(body)
  }
  const schedule = (body: object = berlin(), name: Name = 'alice') =>
    t[name]<DraftSchedule & Refusal>('PUT', scheduleDraft.href({ key }), body)
  const present = async () => (await t.alice<DraftSchedule | null>('GET', getSchedule.href({ key }))).body
  /** Makes the schedule due, as if its time had come. */
  const arrive = () => run(t.db)`update draft_schedules set publish_at = now() - interval '1 minute'`
  const tasks = tasksOf(draftSchedulesFeature.workers, t.ctx)
  const publishJob = () => tasks['draft-schedules.publish']!({ memberId: t.members.alice.id, key })
  const posts = () => many<{ id: number; createdAt: Date }>(t.db)`select id, created_at as "createdAt" from posts`
  const drafts = async () => DraftList.parse((await t.alice('GET', getDrafts.path)).body).drafts
  const notifications = async () =>
    NotificationList.parse((await t.alice('GET', getNotifications.path)).body).notifications.map(sentenceOf)
  return { ...t, save, schedule, present, arrive, tasks, publishJob, posts, drafts, notifications }
}

export interface Refusal {
  message: string
  issues?: { path: string; message: string }[]
  postId?: number | null
}

export const jobs = ({ db }: { db: Parameters<typeof many>[0] }) => many<{ key: string; runAt: Date }>(db)`
  select key, run_at as "runAt" from graphile_worker.jobs where task_identifier = 'draft-schedules.publish'`
