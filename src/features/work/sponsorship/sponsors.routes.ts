import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { withStoredAddress } from '#providers/storage/storage.ts'
import { itemRoutes } from './item-routes.ts'
import * as sponsors from './sponsors.contract.ts'
import {
  addSponsor,
  changeSponsor,
  findOwnSponsors,
  findSponsor,
  findSponsors,
  removeSponsor,
} from './sponsors.store.ts'

export const sponsorRoutes = [
  implement(sponsors.listOwnSponsors, async ({ query, member, ctx }) =>
    found(await findOwnSponsors(ctx.db, member.id, query), 'User'),
  ),
  implement(sponsors.listSponsors, async ({ params, query, ctx }) =>
    found(await findSponsors(ctx.db, params.id, query), 'User'),
  ),
  ...itemRoutes('Sponsor', {
    create: sponsors.createSponsor,
    update: sponsors.updateSponsor,
    remove: sponsors.deleteSponsor,
    find: async (db, id) => {
      const sponsor = await findSponsor(db, id)
      return sponsor && { ...sponsor, conflict: sponsors.isFromGithub(sponsor) ? sponsors.managedByGithub() : null }
    },
    onCreate: ({ db, storage }, memberId, input) =>
      addSponsor(db, memberId, withStoredAddress(storage, input, 'profileImage')),
    onFull: () =>
      new AppError(
        'conflict',
        t('You can have at most {maxSponsors} sponsors.', { maxSponsors: sponsors.maxSponsors }),
      ),
    onUpdate: ({ db, storage }, id, input) => changeSponsor(db, id, withStoredAddress(storage, input, 'profileImage')),
    onRemove: removeSponsor,
  }),
]
