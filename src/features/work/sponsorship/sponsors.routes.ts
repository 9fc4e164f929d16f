import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { withStoredAddress } from '#providers/storage/storage.ts'
import { canManage, isForSelf, notForOthers, notYours } from './sponsorship.contract.ts'
import {
  createSponsor,
  deleteSponsor,
  isFromGithub,
  listOwnSponsors,
  listSponsors,
  managedByGithub,
  maxSponsors,
  updateSponsor,
} from './sponsors.contract.ts'
import {
  addSponsor,
  changeSponsor,
  findOwnSponsors,
  findSponsor,
  findSponsors,
  removeSponsor,
} from './sponsors.store.ts'

export const sponsorRoutes = [
  implement(listOwnSponsors, async ({ query, member, ctx }) =>
    found(await findOwnSponsors(ctx.db, member.id, query), 'User'),
  ),
  implement(listSponsors, async ({ params, query, ctx }) =>
    found(await findSponsors(ctx.db, params.id, query), 'User'),
  ),
  implement(createSponsor, async ({ body, member, ctx }) => {
    const input = withStoredAddress(ctx.storage, body, 'profileImage')
    allowed(isForSelf(member, input.userId), notForOthers)
    const sponsor = await addSponsor(ctx.db, member.id, input)
    if (!sponsor) throw new AppError('conflict', `You can have at most ${maxSponsors} sponsors.`)
    return created(sponsor)
  }),
  implement(updateSponsor, async ({ params: { id }, body, member, ctx }) => {
    const input = withStoredAddress(ctx.storage, body, 'profileImage')
    await checkMayChange(ctx, id, member)
    allowed(isForSelf(member, input.userId), notForOthers)
    return found(await changeSponsor(ctx.db, id, input), 'Sponsor')
  }),
  implement(deleteSponsor, async ({ params: { id }, member, ctx }) => {
    await checkMayChange(ctx, id, member)
    found((await removeSponsor(ctx.db, id)) || null, 'Sponsor')
    return null
  }),
]

/** @throws AppError not_found, forbidden, conflict for a sponsor from GitHub */
async function checkMayChange({ db }: Context, id: number, member: Member): Promise<void> {
  const { sponsor, memberId } = found(await findSponsor(db, id), 'Sponsor')
  allowed(canManage(member, memberId), notYours)
  if (isFromGithub(sponsor)) throw new AppError('conflict', managedByGithub)
}
