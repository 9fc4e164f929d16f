import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, suspended, toAppError } from '#kernel/errors.ts'
import { allowed, type Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import { recordTexts } from '#kernel/trace.ts'
import { cannotPublish, mayPublish } from '#schemas/roles.contract.ts'
import { postDue } from '#features/writing/posts/posts.events.ts'
import { tooComplex } from '#features/writing/posts/new-posts.contract.ts'
import { DraftKey } from '#features/writing/drafts/drafts.contract.ts'
import { type ArticleDraft, articleOf } from './schedule-state.contract.ts'
import {
  countAttempt,
  type DueDraft,
  failSchedule,
  findDue,
  listForgotten,
  lockDue,
  notifyPublished,
} from './draft-schedules.store.ts'

/** Runs at the scheduled time. Does nothing if the draft has been published, rescheduled, or deleted. */
export const publishDue = job('draft-schedules.publish', {
  summary: () => t('Publish a scheduled article'),
  payload: z.object({ memberId: z.int(), key: DraftKey }),
  key: ({ memberId, key }) => `${memberId} ${key}`,
})

/** Finds drafts whose job was lost or delayed, for example because the site was down. */
const sweep = job('draft-schedules.sweep', { summary: () => t('Publish articles that are due'), schedule: '* * * * *' })
const sweepSize = 200

export const scheduleWorkers = [
  perform(publishDue, (ctx, { memberId, key }) => publish(ctx, memberId, key)),
  perform(sweep, async ({ db }) => {
    for (const due of await listForgotten(db, publishDue.name, sweepSize)) await publishDue.enqueue(db, due)
  }),
]

/** The number of unexpected failures, about one per minute, after which the author is notified. */
const maxAttempts = 5

/** Publishes the draft if it is due. A draft that cannot be published is kept, with the reason. */
async function publish(ctx: Context, memberId: number, key: string): Promise<void> {
  const due = await findDue(ctx.db, memberId, key)
  if (!due) return
  try {
    if (await recordTexts(() => publishOnce(ctx, due))) return await ctx.announce('posts')
  } catch (reason) {
    return giveUp(ctx, due, reason)
  }
  await publish(ctx, memberId, key) // the text or the time has changed
}

/** @returns false if the draft has changed or is no longer due */
async function publishOnce(ctx: Context, due: DueDraft): Promise<boolean> {
  const { memberId: id, username, role, key } = due
  if (username === null) throw suspended()
  allowed(mayPublish({ role }), cannotPublish())
  const { input, rendered } = await renderedArticle(ctx, due)
  return inTransaction(ctx.db, async (db) => {
    if (!(await lockDue(db, due))) return false
    await ctx.emit(db, postDue, { member: { id, username, role }, key, input, rendered })
    await notifyPublished(db, id, key)
    return true
  })
}

/** Renders the draft as an article. @throws ZodError, AppError if it cannot be published */
export async function renderedArticle({ markdown }: Pick<Context, 'markdown'>, draft: ArticleDraft) {
  const { data: input, error } = articleOf(draft)
  if (error) throw error
  const rendered = await markdown.render(input.content, { isArticle: true, hasHashtags: true })
  if (!rendered.isTruncated) return { input, rendered }
  const message = tooComplex()
  throw new AppError('invalid_input', message, { issues: [{ path: 'content', message }] })
}

/** Ends the schedule and stores the reason. @throws the reason if a retry may help */
async function giveUp({ db, log }: Context, due: DueDraft, reason: unknown): Promise<void> {
  const { code, message } = recordTexts(() => toAppError(reason))
  if (code === 'not_ready') throw reason
  if (code === 'internal') {
    log.error({ err: reason }, 'a scheduled article could not be published')
    if ((await countAttempt(db, due)) < maxAttempts) throw reason
  }
  await failSchedule(db, due, message)
}
