import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'

export const maxMutedMembers = 500
export const maxMutedWords = 100
/** The maximum length of a word or phrase, in UTF-16 code units. */
export const maxMutedWordLength = 100

/** A muted word or phrase. */
export const MutedWord = z.object({ id: Id, word: z.string() })
export type MutedWord = z.infer<typeof MutedWord>

/** The members and words that the caller has muted, newest first. */
export const Mutes = z.object({ members: z.array(PublicAuthor), words: z.array(MutedWord) })
export type Mutes = z.infer<typeof Mutes>

const blank = { error: () => t('Enter a word or phrase') }
export const NewMutedWord = z.object({
  word: z
    .string(blank)
    .check(
      z.overwrite(visibleLine),
      z.minLength(1, blank),
      z.maxLength(maxMutedWordLength, { error: () => t('A word or phrase must be at most 100 characters') }),
    ),
})

const limited = { access: 'member', limits: [perMember('mutes', 120, 60)] } as const
const ofOne = { ...limited, params: { id: IdText }, answer: z.null() } as const

export const getMutes = endpoint('GET /api/mutes', {
  summary: 'List muted members and words',
  access: 'member',
  answer: Mutes,
})
export const muteMember = endpoint('PUT /api/users/:id/mute', { summary: 'Mute a member', ...ofOne })
export const unmuteMember = endpoint('DELETE /api/users/:id/mute', { summary: 'Unmute a member', ...ofOne })
/** 201 for a new word, 200 if it is already muted. */
export const muteWord = endpoint('POST /api/mutes/words', {
  summary: 'Mute a word or phrase',
  ...limited,
  body: NewMutedWord,
  answer: MutedWord,
  creates: true,
})
export const unmuteWord = endpoint('DELETE /api/mutes/words/:id', { summary: 'Unmute a word or phrase', ...ofOne })

/** Members cannot mute themselves. */
export const canMute = (member: { id: number }, id: number): boolean => member.id !== id
export const notYourself = (): string => t('You cannot mute yourself.')
