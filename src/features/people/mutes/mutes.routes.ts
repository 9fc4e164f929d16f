import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import { created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import {
  canMute,
  getMutes,
  maxMutedMembers,
  maxMutedWords,
  muteMember,
  muteWord,
  notYourself,
  unmuteMember,
  unmuteWord,
} from './mutes.contract.ts'
import { addMutedWord, findMutes, mute, removeMutedWord, unmute } from './mutes.store.ts'

/** Mutes are private: others cannot see them, and muted members are not notified. */
export const muteRoutes = [
  implement(getMutes, ({ ctx, member }) => findMutes(ctx.db, member.id)),
  implement(muteMember, async ({ ctx, params, member }) => {
    const isMuted = found(await mute(ctx.db, pairOf(member, params.id)), 'User')
    if (!isMuted)
      throw new AppError('conflict', t('You can mute at most {maxMutedMembers} members.', { maxMutedMembers }))
    return null
  }),
  implement(unmuteMember, async ({ ctx, params, member }) => {
    await unmute(ctx.db, pairOf(member, params.id))
    return null
  }),
  implement(muteWord, async ({ ctx, body, member }) => {
    const muted = await addMutedWord(ctx.db, member.id, body.word)
    if (!muted)
      throw new AppError('conflict', t('You can mute at most {maxMutedWords} words and phrases.', { maxMutedWords }))
    const { isNew, ...word } = muted
    return isNew ? created(word) : word
  }),
  implement(unmuteWord, async ({ ctx, params, member }) => {
    await removeMutedWord(ctx.db, member.id, params.id)
    return null
  }),
]

function pairOf(member: Member, mutedId: number) {
  if (!canMute(member, mutedId)) throw new AppError('invalid_input', notYourself())
  return { memberId: member.id, mutedId }
}
