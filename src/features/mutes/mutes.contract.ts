import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'
import { visibleLine } from '#features/names/names.contract.ts'
import { PublicAuthor, userPath } from '#features/profiles/profiles.contract.ts'

export const mutesPath = '/api/mutes'
export const mutePath = (userId: number | ':id') => `${userPath(userId)}/mute` as const
export const mutedWordsPath = '/api/mutes/words'
export const mutedWordPath = (id: number | ':id') => `${mutedWordsPath}/${id}` as const

export const maxMutedMembers = 500
export const maxMutedWords = 100
/** Of one word or phrase, in UTF-16 units. */
export const maxMutedWordLength = 100

/** A word or a phrase. */
export const MutedWord = z.object({ id: Id, word: z.string() })
export type MutedWord = z.infer<typeof MutedWord>

/** Whom and what the caller has muted, the newest first. */
export const Mutes = z.object({ members: z.array(PublicAuthor), words: z.array(MutedWord) })
export type Mutes = z.infer<typeof Mutes>

const blank = 'Please enter a word or a phrase'
export const NewMutedWord = z.object({
  word: z
    .string(blank)
    .check(
      z.overwrite(visibleLine),
      z.minLength(1, blank),
      z.maxLength(maxMutedWordLength, 'A word or a phrase must be at most 100 characters'),
    ),
})

/** Nobody mutes themselves. */
export const canMute = (member: { id: number }, id: number): boolean => member.id !== id
export const notYourself = 'You cannot mute yourself.'
