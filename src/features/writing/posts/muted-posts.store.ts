import { type Db, many } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { wordFinder } from '#kernel/word-finder.ts'
import type { Post } from './posts.contract.ts'

/** Returns the posts, marking posts by others that contain a word that the reader has muted. */
export async function withMutedWords(db: Db, posts: Post[], reader: Member): Promise<Post[]> {
  const words = await many<{ word: string }>(db)`
    select word from muted_words where member_id = ${reader.id} order by id`
  if (words.length === 0) return posts
  const mutedWordIn = wordFinder(words.map(({ word }) => word))
  const texts = await textsOf(db, posts)
  return posts.map((post) => {
    if (post.user.id === reader.id) return post
    const mutedWord = mutedWordIn(post.title ?? '') ?? mutedWordIn(texts.get(post.id) ?? '')
    return mutedWord === null ? post : { ...post, mutedWord }
  })
}

async function textsOf(db: Db, posts: Post[]): Promise<Map<number, string>> {
  const ids = posts.map(({ id }) => id)
  const rows = await many<{ id: number; text: string }>(db)`
    select id, plain_text as text from posts where id = any(${ids}::int[])`
  return new Map(rows.map(({ id, text }) => [id, text]))
}
