import { type Context, type Call, type Member, allowed, asAnyone, asMember, route } from '#kernel/http.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { withStoredAddress } from '#providers/storage/storage.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { githubSyncOf } from '#features/github/github-sync.contract.ts'
import { linkCheckOf } from '#features/profile-links/profile-links.contract.ts'
import {
  isOwnUserId,
  mePath,
  NewProfile,
  userByUsernamePath,
  userPath,
  usersPath,
  type Viewer,
} from './profiles.contract.ts'
import { isUsernameTaken } from './members.store.ts'
import { ProfileSettings, settingsUpdatePath } from './profile-settings.contract.ts'
import { Username, usernamePath, type UsernameState, usernameTaken } from './usernames.contract.ts'
import { fillProfile, findUserById, findUserByUsername, updateProfile } from './profiles.store.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    members: true
  }
}

export const profileRoutes = [
  route(
    'GET',
    mePath,
    asMember((call) => viewer(call)),
  ),
  route(
    'GET',
    userByUsernamePath(':username'),
    asAnyone(async ({ params, member, ctx }) =>
      found(await findUserByUsername(ctx.db, params.username ?? '', member?.id ?? null), 'User'),
    ),
  ),
  route(
    'GET',
    userPath(':id'),
    asAnyone(async ({ params, member, ctx }) =>
      found(await findUserById(ctx.db, IdText.parse(params.id), member?.id ?? null), 'User'),
    ),
  ),
  route(
    'GET',
    usernamePath(':username'),
    asAnyone(async ({ params, ctx }): Promise<UsernameState> => ({
      isTaken: await isUsernameTaken(ctx.db, Username.parse(params.username)),
    })),
  ),
  // The first call with a valid token has made the profile already; this one completes and shows it.
  route(
    'POST',
    usersPath,
    asMember(async (call) => {
      const { body, member, ctx } = call
      const input = withStoredAddress(ctx.storage, NewProfile.parse(await body()), 'profileImage')
      allowed(isOwnUserId(member, input.userId), 'You can only create your own profile.')
      await refuseOtherName(ctx, member, input.username)
      const isReadNow = await mayReadNow(call, input.githubUsername)
      await inTransaction(ctx.db, async (db) => {
        await fillProfile(db, member.id, input)
        if (isReadNow) await enqueue(db, ...githubSyncOf(member.id))
      })
      await ctx.announce('members')
      return viewer(call)
    }),
  ),
  route(
    'POST',
    settingsUpdatePath,
    asMember(async (call) => {
      const { body, member, ctx } = call
      const settings = withStoredAddress(ctx.storage, ProfileSettings.parse(await body()), 'profileImage')
      allowed(isOwnUserId(member, settings.userId), 'You can only change your own settings.')
      const isReadNow = await mayReadNow(call, settings.githubUsername)
      await inTransaction(ctx.db, async (db) => {
        await updateProfile(db, member.id, settings)
        if (settings.githubUsername !== undefined) await enqueue(db, ...linkCheckOf(member.id))
        if (isReadNow) await enqueue(db, ...githubSyncOf(member.id))
      })
      await ctx.announce('members', 'removals')
      return viewer(call)
    }),
    { limits: [perMember('settings', 60, 600)] },
  ),
]

/** GitHub counts what this site asks: an account that is named after the others is read when its hour comes. */
const perNaming = { name: 'github accounts named', max: 10, perSeconds: 3600 }

const mayReadNow = async ({ take, member }: Call<Member>, githubUsername: string | null | undefined) =>
  Boolean(githubUsername) && (await take(perNaming, String(member.id))) === null

async function viewer({ ctx, request, member }: Call<Member>): Promise<Viewer> {
  const [user, identity] = await Promise.all([
    findUserById(ctx.db, member.id, member.id),
    ctx.identity.identify(request.headers.get('authorization') ?? undefined),
  ])
  return { ...found(user, 'User'), email: identity?.email ?? '' }
}

async function refuseOtherName({ db }: Context, member: Member, username: string | null | undefined): Promise<void> {
  if (!username || username.toLowerCase() === member.username.toLowerCase()) return
  if (await isUsernameTaken(db, username)) throw new AppError('conflict', usernameTaken)
}
