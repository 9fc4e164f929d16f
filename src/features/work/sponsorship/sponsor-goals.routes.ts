import { AppError, found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { itemRoutes } from './item-routes.ts'
import * as goals from './sponsor-goals.contract.ts'
import { addGoal, changeGoal, deleteGoal, findGoal, findGoalOf } from './sponsor-goals.store.ts'

export const sponsorGoalRoutes = [
  implement(goals.getOwnSponsorGoal, ({ member, ctx }) => goalOf(ctx, member.id)),
  implement(goals.getSponsorGoal, ({ params, ctx }) => goalOf(ctx, params.id)),
  ...itemRoutes('Goal', {
    create: goals.createSponsorGoal,
    update: goals.updateSponsorGoal,
    remove: goals.deleteSponsorGoal,
    find: findGoal,
    onCreate: ({ db }, memberId, input) => addGoal(db, memberId, input),
    onFull: async ({ db }, memberId) =>
      new AppError('conflict', goals.oneGoalOnly(), { extra: { ...(await findGoalOf(db, memberId)) } }),
    onUpdate: ({ db }, id, change) => changeGoal(db, id, change),
    onRemove: deleteGoal,
  }),
]

/** @throws AppError not_found for an unknown member */
const goalOf = async ({ db }: Context, memberId: number) => found(await findGoalOf(db, memberId), 'User').goal
