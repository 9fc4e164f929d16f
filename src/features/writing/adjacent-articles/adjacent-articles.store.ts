import { type Db, one, sql } from '#kernel/db.ts'
import type { AdjacentArticles } from './adjacent-articles.contract.ts'

/** Returns the articles published before and after the post, or null if there is no such post. */
export async function findAdjacentArticles(db: Db, postId: number): Promise<AdjacentArticles | null> {
  const row = await one<AdjacentArticlesRow>(db)`${adjacentArticlesQuery(postId)}`
  if (!row) return null
  const { previousId, previousSlug, previousTitle, nextId, nextSlug, nextTitle } = row
  return {
    previous: previousId === null ? null : { id: previousId, slug: previousSlug, title: previousTitle ?? '' },
    next: nextId === null ? null : { id: nextId, slug: nextSlug, title: nextTitle ?? '' },
  }
}

interface AdjacentArticlesRow {
  previousId: number | null
  previousSlug: string | null
  previousTitle: string | null
  nextId: number | null
  nextSlug: string | null
  nextTitle: string | null
}

/** Finds the two ids with an index-only scan, then fetches their titles. */
export const adjacentArticlesQuery = (postId: number) => sql`
  select previous.id as "previousId", previous.slug as "previousSlug", previous.title as "previousTitle",
    next.id as "nextId", next.slug as "nextSlug", next.title as "nextTitle"
  from posts here
  left join posts previous on previous.id = (
    select p.id from posts p
    where p.is_long_form and here.is_long_form and (p.created_at, p.id) < (here.created_at, here.id)
    order by p.created_at desc, p.id desc limit 1)
  left join posts next on next.id = (
    select p.id from posts p
    where p.is_long_form and here.is_long_form and (p.created_at, p.id) > (here.created_at, here.id)
    order by p.created_at, p.id limit 1)
  where here.id = ${postId}`

/** Reports whether the post was deleted. */
export const isPostGone = async (db: Db, postId: number): Promise<boolean> =>
  (await one(db)`select from post_tombstones where post_id = ${postId}`) !== null
