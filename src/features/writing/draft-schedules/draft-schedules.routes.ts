import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { cancelSchedule, scheduleDraft, type ScheduleInput, timeFault } from './draft-schedules.contract.ts'
import { getSchedule } from './schedule-state.contract.ts'
import { findPlanned, findPublished, type PlannedDraft, removeSchedule, saveSchedule } from './draft-schedules.store.ts'
import { publishDue, renderedArticle } from './publish-due.ts'

/** Schedules are visible only to the draft's author; everyone else gets 404. */
export const draftScheduleRoutes = [
  implement(getSchedule, async ({ params, member, ctx }) => (await plannedDraft(ctx, member, params.key)).schedule),
  implement(scheduleDraft, ({ params, body, member, ctx }) => schedule(ctx, member, params.key, body)),
  implement(cancelSchedule, async ({ params: { key }, member, ctx }) => {
    await removeSchedule(ctx.db, member.id, key)
    await notPublished(ctx, member, key)
    return null
  }),
]

async function schedule(ctx: Context, member: Member, key: string, input: ScheduleInput): Promise<DraftSchedule> {
  const draft = await plannedDraft(ctx, member, key)
  if (isSame(draft.schedule, input)) return draft.schedule
  const publishAt = new Date(input.publishAt)
  const fault = timeFault(publishAt, new Date(ctx.clock.now()))
  if (fault !== null) throw invalid('publishAt', fault)
  if (draft.postId !== null)
    throw new AppError('conflict', t('Changes to a published article can’t be scheduled. Update the article instead.'))
  await renderedArticle(ctx, draft)
  if (draft.isSlugTaken) throw invalid('slug', t('Another article already uses this address. Choose a different one.'))
  const saved = await inTransaction(ctx.db, async (db) => {
    const saved = await saveSchedule(db, member.id, key, { publishAt, timeZone: input.timeZone })
    if (saved) await publishDue.enqueue(db, { memberId: member.id, key }, { runAt: publishAt })
    return saved
  })
  if (!saved) await notPublished(ctx, member, key)
  return found(saved, 'Draft')
}

const isSame = (schedule: DraftSchedule | null, { publishAt, timeZone }: ScheduleInput): schedule is DraftSchedule =>
  schedule !== null &&
  schedule.failure === null &&
  Date.parse(schedule.publishAt) === Date.parse(publishAt) &&
  schedule.timeZone === timeZone

/** Returns the member's draft. @throws AppError gone if it has been published, not_found */
async function plannedDraft(ctx: Context, member: Member, key: string): Promise<PlannedDraft> {
  const draft = await findPlanned(ctx.db, member.id, key)
  if (!draft) await notPublished(ctx, member, key)
  return found(draft, 'Draft')
}

/** @throws AppError gone if the draft has been published */
async function notPublished({ db }: Context, member: Member, key: string): Promise<void> {
  const published = await findPublished(db, member.id, key)
  if (published) throw new AppError('gone', t('This draft has been published.'), { extra: published })
}

const invalid = (path: string, message: string) =>
  new AppError('invalid_input', message, { issues: [{ path, message }] })
