import { type Db, inTransaction, many, one, run } from '#kernel/db.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { maxMutedMembers, maxMutedWords, type MutedWord, type Mutes } from './mutes.contract.ts'
import { foldedWord } from '#kernel/word-finder.ts'

interface Mute {
  memberId: number
  mutedId: number
}

export const findMutes = async (db: Db, memberId: number): Promise<Mutes> => ({
  members: await many<PublicAuthor>(db)`
    select id, username, display_name as "displayName", profile_image as "profileImage"
    from mutes join members on members.id = muted_id
    where mutes.member_id = ${memberId} order by mutes.created_at desc, id desc`,
  words: await many<MutedWord>(db)`
    select id, word from muted_words where member_id = ${memberId} order by id desc`,
})

/** Mutes the other member. Idempotent. @returns false if the member has muted {@link maxMutedMembers} others, null if
 *  there is no such member */
export const mute = async (db: Db, mute: Mute): Promise<boolean | null> => {
  const row = await serialized(db, mute.memberId, (db) => addMute(db, mute))
  return row && row.isMuted
}

/** Unmutes the other member. Idempotent. */
export const unmute = (db: Db, { memberId, mutedId }: Mute) => run(db)`
  delete from mutes where member_id = ${memberId} and muted_id = ${mutedId}`

/** Mutes the word unless it is already muted. @returns the word, or null if the member has muted {@link maxMutedWords}
 *  others */
export const addMutedWord = (
  db: Db,
  memberId: number,
  word: string,
): Promise<(MutedWord & { isNew: boolean }) | null> => serialized(db, memberId, (db) => addWord(db, memberId, word))

/** Deletes the member's muted word. */
export const removeMutedWord = (db: Db, memberId: number, id: number) => run(db)`
  delete from muted_words where member_id = ${memberId} and id = ${id}`

/** Deletes the member's mutes, and other members' mutes that target the member, for account deletion. */
export async function removeMutesOf(db: Db, memberId: number): Promise<void> {
  await run(db)`delete from mutes where member_id = ${memberId} or muted_id = ${memberId}`
  await run(db)`delete from muted_words where member_id = ${memberId}`
}

/** Serializes changes by one member, so that concurrent calls cannot exceed the limits. */
const serialized = <T>(db: Db, memberId: number, work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, async (db) => {
    await run(db)`select from members where id = ${memberId} for no key update`
    return work(db)
  })

const addMute = (db: Db, { memberId, mutedId }: Mute) => one<{ isMuted: boolean }>(db)`
  with muted as (select id from members where id = ${mutedId} for key share),
  added as (
    insert into mutes (member_id, muted_id) select ${memberId}::int, id from muted
    where (select count(*) from mutes where member_id = ${memberId}) < ${maxMutedMembers}::int
    on conflict do nothing returning 1)
  select exists (select from added)
    or exists (select from mutes where member_id = ${memberId} and muted_id = id) as "isMuted"
  from muted`

const addWord = (db: Db, memberId: number, word: string) => one<MutedWord & { isNew: boolean }>(db)`
  with added as (
    insert into muted_words (member_id, word, folded) select ${memberId}::int, ${word}::text, ${foldedWord(word)}::text
    where (select count(*) from muted_words where member_id = ${memberId}) < ${maxMutedWords}::int
    on conflict do nothing returning id, word)
  select id, word, true as "isNew" from added
  union all select id, word, false from muted_words where member_id = ${memberId} and folded = ${foldedWord(word)}`
