import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { itemRoutes } from './item-routes.ts'
import * as tiers from './sponsor-tiers.contract.ts'
import { addTier, changeTier, deleteTier, findTier, listTiers } from './sponsor-tiers.store.ts'

export const sponsorTierRoutes = [
  implement(tiers.listOwnSponsorTiers, async ({ member, ctx }) => found(await listTiers(ctx.db, member.id), 'User')),
  implement(tiers.listSponsorTiers, async ({ params, ctx }) => found(await listTiers(ctx.db, params.id), 'User')),
  ...itemRoutes('Tier', {
    create: tiers.createSponsorTier,
    update: tiers.updateSponsorTier,
    remove: tiers.deleteSponsorTier,
    find: findTier,
    onCreate: ({ db }, memberId, input) => addTier(db, memberId, input),
    onFull: () => new AppError('conflict', t('You can have at most {maxTiers} tiers.', { maxTiers: tiers.maxTiers })),
    onUpdate: ({ db }, id, change) => changeTier(db, id, change),
    onRemove: deleteTier,
  }),
]
