import { AppError, found } from '#kernel/errors.ts'
import { asMember, type Call, created, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import {
  canMute,
  maxMutedMembers,
  maxMutedWords,
  mutedWordPath,
  mutedWordsPath,
  mutePath,
  mutesPath,
  NewMutedWord,
  notYourself,
} from './mutes.contract.ts'
import { findMutes, mute, muteWord, unmute, unmuteWord } from './mutes.store.ts'

const limits = [perMember('mutes', 120, 60)]

/** What a member mutes is theirs alone: nobody else finds it, and whoever is muted is not told. */
export const muteRoutes = [
  route(
    'GET',
    mutesPath,
    asMember(({ member, ctx }) => findMutes(ctx.db, member.id)),
  ),
  route(
    'PUT',
    mutePath(':id'),
    asMember(async (call) => {
      const isMuted = found(await mute(call.ctx.db, muteOf(call)), 'User')
      if (!isMuted) throw new AppError('conflict', `You can mute at most ${maxMutedMembers} members.`)
      return null
    }),
    { limits },
  ),
  route(
    'DELETE',
    mutePath(':id'),
    asMember(async (call) => {
      await unmute(call.ctx.db, muteOf(call))
      return null
    }),
    { limits },
  ),
  route(
    'POST',
    mutedWordsPath,
    asMember(async ({ body, member, ctx }) => {
      const muted = await muteWord(ctx.db, member.id, NewMutedWord.parse(await body()).word)
      if (!muted) throw new AppError('conflict', `You can mute at most ${maxMutedWords} words and phrases.`)
      const { isNew, ...word } = muted
      return isNew ? created(word) : word
    }),
    { limits },
  ),
  route(
    'DELETE',
    mutedWordPath(':id'),
    asMember(async ({ params, member, ctx }) => {
      await unmuteWord(ctx.db, member.id, IdText.parse(params.id))
      return null
    }),
    { limits },
  ),
]

function muteOf({ params, member }: Call<Member>) {
  const mutedId = IdText.parse(params.id)
  if (!canMute(member, mutedId)) throw new AppError('invalid_input', notYourself)
  return { memberId: member.id, mutedId }
}
