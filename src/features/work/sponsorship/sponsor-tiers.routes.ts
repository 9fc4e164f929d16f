import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import {
  createSponsorTier,
  deleteSponsorTier,
  listOwnSponsorTiers,
  listSponsorTiers,
  maxTiers,
  updateSponsorTier,
} from './sponsor-tiers.contract.ts'
import { addTier, changeTier, deleteTier, findTier, listTiers } from './sponsor-tiers.store.ts'
import { canManage, isForSelf, notForOthers, notYours } from './sponsorship.contract.ts'

export const sponsorTierRoutes = [
  implement(listOwnSponsorTiers, async ({ member, ctx }) => found(await listTiers(ctx.db, member.id), 'User')),
  implement(listSponsorTiers, async ({ params, ctx }) => found(await listTiers(ctx.db, params.id), 'User')),
  implement(createSponsorTier, async ({ body, member, ctx }) => {
    allowed(isForSelf(member, body.userId), notForOthers)
    const tier = await addTier(ctx.db, member.id, body)
    if (!tier) throw new AppError('conflict', `You can have at most ${maxTiers} tiers.`)
    return created(tier)
  }),
  implement(updateSponsorTier, async ({ params: { id }, body, member, ctx }) => {
    await checkMayChange(ctx, id, member)
    allowed(isForSelf(member, body.userId), notForOthers)
    return found(await changeTier(ctx.db, id, body), 'Tier')
  }),
  implement(deleteSponsorTier, async ({ params: { id }, member, ctx }) => {
    await checkMayChange(ctx, id, member)
    found((await deleteTier(ctx.db, id)) || null, 'Tier')
    return null
  }),
]

/** @throws AppError not_found, forbidden */
async function checkMayChange({ db }: Context, id: number, member: Member): Promise<void> {
  const { userId } = found(await findTier(db, id), 'Tier')
  allowed(canManage(member, userId), notYours)
}
