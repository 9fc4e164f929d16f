import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getTalks, replaceTalks } from './talks.contract.ts'
import { findTalks, saveTalks } from './talks.store.ts'

export const talkRoutes = [
  implement(getTalks, async ({ params, ctx }) => found(await findTalks(ctx.db, params.id), 'User')),
  implement(replaceTalks, async ({ body: { talks }, member, ctx }) => {
    await saveTalks(ctx.db, member.id, talks)
    return { talks }
  }),
]
