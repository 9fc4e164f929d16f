import { AppError, found } from '#kernel/errors.ts'
import { allowed, asAnyone, asMember, type Call, created, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import {
  maxTiers,
  ownTiersPath,
  TierChange,
  TierInput,
  tierPath,
  tiersPath,
  userTiersPath,
} from './sponsor-tiers.contract.ts'
import { addTier, changeTier, deleteTier, findTier, listTiers } from './sponsor-tiers.store.ts'
import { canManage, isForSelf, notForOthers, notYours } from './sponsorship.contract.ts'

const limits = [perMember('sponsor-tiers', 60, 60)]

export const sponsorTierRoutes = [
  route(
    'GET',
    ownTiersPath,
    asMember(async ({ member, ctx }) => found(await listTiers(ctx.db, member.id), 'User')),
  ),
  route(
    'GET',
    userTiersPath(':id'),
    asAnyone(async ({ params, ctx }) => found(await listTiers(ctx.db, IdText.parse(params.id)), 'User')),
  ),
  route(
    'POST',
    tiersPath,
    asMember(async ({ body, member, ctx }) => {
      const input = TierInput.parse(await body())
      allowed(isForSelf(member, input.userId), notForOthers)
      const tier = await addTier(ctx.db, member.id, input)
      if (!tier) throw new AppError('conflict', `You can have at most ${maxTiers} tiers.`)
      await ctx.announce('members')
      return created(tier)
    }),
    { limits },
  ),
  route(
    'PATCH',
    tierPath(':id'),
    asMember(async (call) => {
      const { body, member, ctx } = call
      const change = TierChange.parse(await body())
      const id = await ownTierId(call)
      allowed(isForSelf(member, change.userId), notForOthers)
      const tier = found(await changeTier(ctx.db, id, change), 'Tier')
      await ctx.announce('members', 'removals')
      return tier
    }),
    { limits },
  ),
  route(
    'DELETE',
    tierPath(':id'),
    asMember(async (call) => {
      const { ctx } = call
      found((await deleteTier(ctx.db, await ownTierId(call))) || null, 'Tier')
      await ctx.announce('members', 'removals')
    }),
    { limits },
  ),
]

/** The id of the tier that the call is about, which its caller may change. */
async function ownTierId({ params, member, ctx }: Call<Member>): Promise<number> {
  const { id, userId } = found(await findTier(ctx.db, IdText.parse(params.id)), 'Tier')
  allowed(canManage(member, userId), notYours)
  return id
}
