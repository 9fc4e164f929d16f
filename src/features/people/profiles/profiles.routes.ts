import { t } from '#messages/messages.ts'
import { type Context, type Call, type Member, allowed, requireSecondFactor } from '#kernel/http.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { withStoredAddress } from '#providers/storage/storage.ts'
import { profileUpdated } from './profiles.events.ts'
import { getUser, getUserByUsername, getViewer, type User, type Viewer } from './profiles.contract.ts'
import { createProfile, fillsProfile, isOwnUserId } from './new-profile.contract.ts'
import { isUsernameTaken } from './members.store.ts'
import { updateSettings } from './profile-settings.contract.ts'
import { checkUsername, usernameTaken } from './usernames.contract.ts'
import { fillProfile, findUserById, findUserByUsername, updateProfile } from './profiles.store.ts'

export const profileRoutes = [
  implement(getViewer, async (call) => {
    const { member, ctx } = call
    const [user, email] = await Promise.all([findUserById(ctx.db, member.id, member.id), emailOf(call)])
    return viewerOf(member, found(user, 'User'), email)
  }),
  implement(getUserByUsername, async ({ params, member, ctx }) =>
    found(await findUserByUsername(ctx.db, params.username, member?.id ?? null), 'User'),
  ),
  implement(getUser, async ({ params, member, ctx }) =>
    found(await findUserById(ctx.db, params.id, member?.id ?? null), 'User'),
  ),
  implement(checkUsername, async ({ params, ctx }) => ({ isTaken: await isUsernameTaken(ctx.db, params.username) })),
  // The first call with a valid token has already created the profile; this one completes it.
  implement(createProfile, async (call) => {
    const { body, member, ctx } = call
    const input = withStoredAddress(ctx.storage, body, 'profileImage')
    allowed(isOwnUserId(member, input.userId), t('You can only create your own profile.'))
    if (fillsProfile(input)) requireSecondFactor(member)
    await refuseOtherName(ctx, member, input.username)
    const email = await emailOf(call)
    return inTransaction(ctx.db, async (db) => {
      await fillProfile(db, member.id, input)
      await ctx.emit(db, profileUpdated, { memberId: member.id, githubUsername: input.githubUsername })
      return viewerOf(member, found(await findUserById(db, member.id, member.id), 'User'), email)
    })
  }),
  implement(updateSettings, async (call) => {
    const { body, member, ctx } = call
    const settings = withStoredAddress(ctx.storage, body, 'profileImage')
    allowed(isOwnUserId(member, settings.userId), t('You can only change your own settings.'))
    const email = await emailOf(call)
    return inTransaction(ctx.db, async (db) => {
      await updateProfile(db, member.id, settings)
      await ctx.emit(db, profileUpdated, { memberId: member.id, githubUsername: settings.githubUsername })
      return viewerOf(member, found(await findUserById(db, member.id, member.id), 'User'), email)
    })
  }),
]

const viewerOf = ({ secondFactor }: Member, user: User, email: string): Viewer => ({
  ...user,
  email,
  ...(secondFactor === 'missing' && { role: 'reader', needsSecondFactor: true }),
})

/** Calls the identity provider: do not use within a transaction. */
const emailOf = async ({ ctx, request }: Pick<Call<Member>, 'ctx' | 'request'>): Promise<string> =>
  (await ctx.identity.identify(request.headers.get('authorization') ?? undefined))?.email ?? ''

async function refuseOtherName({ db }: Context, member: Member, username: string | null | undefined): Promise<void> {
  if (!username || username.toLowerCase() === member.username.toLowerCase()) return
  if (await isUsernameTaken(db, username, member.id)) throw new AppError('conflict', usernameTaken())
}
