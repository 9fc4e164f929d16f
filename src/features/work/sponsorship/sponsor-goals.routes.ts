import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import {
  createSponsorGoal,
  deleteSponsorGoal,
  getOwnSponsorGoal,
  getSponsorGoal,
  oneGoalOnly,
  updateSponsorGoal,
} from './sponsor-goals.contract.ts'
import { addGoal, changeGoal, deleteGoal, findGoal, findGoalOf } from './sponsor-goals.store.ts'
import { canManage, isForSelf, notForOthers, notYours } from './sponsorship.contract.ts'

export const sponsorGoalRoutes = [
  implement(getOwnSponsorGoal, ({ member, ctx }) => goalOf(ctx, member.id)),
  implement(getSponsorGoal, ({ params, ctx }) => goalOf(ctx, params.id)),
  implement(createSponsorGoal, async ({ body, member, ctx }) => {
    allowed(isForSelf(member, body.userId), notForOthers)
    const goal = await addGoal(ctx.db, member.id, body)
    if (!goal) throw new AppError('conflict', oneGoalOnly, { extra: { ...(await findGoalOf(ctx.db, member.id)) } })
    return created(goal)
  }),
  implement(updateSponsorGoal, async ({ params: { id }, body, member, ctx }) => {
    await checkMayChange(ctx, id, member)
    allowed(isForSelf(member, body.userId), notForOthers)
    return found(await changeGoal(ctx.db, id, body), 'Goal')
  }),
  implement(deleteSponsorGoal, async ({ params: { id }, member, ctx }) => {
    await checkMayChange(ctx, id, member)
    found((await deleteGoal(ctx.db, id)) || null, 'Goal')
    return null
  }),
]

/** @throws AppError not_found for an unknown member */
const goalOf = async ({ db }: Context, memberId: number) => found(await findGoalOf(db, memberId), 'User').goal

/** @throws AppError not_found, forbidden */
async function checkMayChange({ db }: Context, id: number, member: Member): Promise<void> {
  const { userId } = found(await findGoal(db, id), 'Goal')
  allowed(canManage(member, userId), notYours)
}
