import { AppError, found } from '#kernel/errors.ts'
import { allowed, asAnyone, asMember, type Call, created, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import {
  GoalChange,
  GoalInput,
  goalPath,
  goalsPath,
  oneGoalOnly,
  ownGoalPath,
  userGoalPath,
} from './sponsor-goals.contract.ts'
import { addGoal, changeGoal, deleteGoal, findGoal, findGoalOf } from './sponsor-goals.store.ts'
import { canManage, isForSelf, notForOthers, notYours } from './sponsorship.contract.ts'

const limits = [perMember('sponsor-goals', 60, 60)]
/** Who has no goal has null: that is an answer. */
const goalOrNull = (row: { goal: unknown } | null) => Response.json(found(row, 'User').goal)

export const sponsorGoalRoutes = [
  route(
    'GET',
    ownGoalPath,
    asMember(async ({ member, ctx }) => goalOrNull(await findGoalOf(ctx.db, member.id))),
  ),
  route(
    'GET',
    userGoalPath(':id'),
    asAnyone(async ({ params, ctx }) => goalOrNull(await findGoalOf(ctx.db, IdText.parse(params.id)))),
  ),
  route(
    'POST',
    goalsPath,
    asMember(async ({ body, member, ctx }) => {
      const input = GoalInput.parse(await body())
      allowed(isForSelf(member, input.userId), notForOthers)
      const goal = await addGoal(ctx.db, member.id, input)
      if (!goal) throw new AppError('conflict', oneGoalOnly, { extra: { ...(await findGoalOf(ctx.db, member.id)) } })
      await ctx.announce('members')
      return created(goal)
    }),
    { limits },
  ),
  route(
    'PATCH',
    goalPath(':id'),
    asMember(async (call) => {
      const { body, member, ctx } = call
      const change = GoalChange.parse(await body())
      const id = await ownGoalId(call)
      allowed(isForSelf(member, change.userId), notForOthers)
      const goal = found(await changeGoal(ctx.db, id, change), 'Goal')
      await ctx.announce('members', 'removals')
      return goal
    }),
    { limits },
  ),
  route(
    'DELETE',
    goalPath(':id'),
    asMember(async (call) => {
      const { ctx } = call
      found((await deleteGoal(ctx.db, await ownGoalId(call))) || null, 'Goal')
      await ctx.announce('members', 'removals')
    }),
    { limits },
  ),
]

/** The id of the goal that the call is about, which its caller may change. */
async function ownGoalId({ params, member, ctx }: Call<Member>): Promise<number> {
  const { id, userId } = found(await findGoal(ctx.db, IdText.parse(params.id)), 'Goal')
  allowed(canManage(member, userId), notYours)
  return id
}
