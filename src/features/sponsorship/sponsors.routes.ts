import { AppError, found } from '#kernel/errors.ts'
import { allowed, asAnyone, asMember, type Call, created, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { withStoredAddress } from '#providers/storage/storage.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { canManage, isForSelf, notForOthers, notYours } from './sponsorship.contract.ts'
import {
  isFromGithub,
  managedByGithub,
  maxSponsors,
  ownSponsorsPath,
  SponsorInput,
  sponsorPath,
  sponsorsPath,
  SponsorsQuery,
  userSponsorsPath,
} from './sponsors.contract.ts'
import {
  addSponsor,
  changeSponsor,
  deleteSponsor,
  findSponsor,
  listOwnSponsors,
  listSponsors,
} from './sponsors.store.ts'

const limits = [perMember('sponsors', 120, 60)]

export const sponsorRoutes = [
  route(
    'GET',
    ownSponsorsPath,
    asMember(async ({ query, member, ctx }) =>
      found(await listOwnSponsors(ctx.db, member.id, SponsorsQuery.parse(query)), 'User'),
    ),
  ),
  route(
    'GET',
    userSponsorsPath(':id'),
    asAnyone(async ({ params, query, ctx }) =>
      found(await listSponsors(ctx.db, IdText.parse(params.id), SponsorsQuery.parse(query)), 'User'),
    ),
  ),
  route(
    'POST',
    sponsorsPath,
    asMember(async ({ body, member, ctx }) => {
      const input = withStoredAddress(ctx.storage, SponsorInput.parse(await body()), 'profileImage')
      allowed(isForSelf(member, input.userId), notForOthers)
      const sponsor = await addSponsor(ctx.db, member.id, input)
      if (!sponsor) throw new AppError('conflict', `You can have at most ${maxSponsors} sponsors.`)
      await ctx.announce('members')
      return created(sponsor)
    }),
    { limits },
  ),
  route(
    'PUT',
    sponsorPath(':id'),
    asMember(async (call) => {
      const { body, member, ctx } = call
      const input = withStoredAddress(ctx.storage, SponsorInput.parse(await body()), 'profileImage')
      const id = await changeableId(call)
      allowed(isForSelf(member, input.userId), notForOthers)
      const sponsor = found(await changeSponsor(ctx.db, id, input), 'Sponsor')
      await ctx.announce('members', 'removals')
      return sponsor
    }),
    { limits },
  ),
  route(
    'DELETE',
    sponsorPath(':id'),
    asMember(async (call) => {
      const { ctx } = call
      found((await deleteSponsor(ctx.db, await changeableId(call))) || null, 'Sponsor')
      await ctx.announce('members', 'removals')
    }),
    { limits },
  ),
]

/** The id of the sponsor that the call is about, whom its caller may change. */
async function changeableId({ params, member, ctx }: Call<Member>): Promise<number> {
  const { sponsor, memberId } = found(await findSponsor(ctx.db, IdText.parse(params.id)), 'Sponsor')
  allowed(canManage(member, memberId), notYours)
  if (isFromGithub(sponsor)) throw new AppError('conflict', managedByGithub)
  return sponsor.id
}
