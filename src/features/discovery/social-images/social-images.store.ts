import { type Db, one } from '#kernel/db.ts'
import type { SocialImage, SocialImageAuthor } from './social-images.contract.ts'

type PostImage = SocialImage & { kind: 'post' }
type PostRow = SocialImageAuthor &
  Pick<PostImage, 'title' | 'excerpt' | 'isLongForm' | 'readingMinutes'> & {
    createdAt: Date
    category: string
    color: string
  }

/** Returns the content of a post's image; null for an unknown post. */
export async function findPostImage(db: Db, postId: number): Promise<PostImage | null> {
  const row = await one<PostRow>(db)`
    select posts.title, excerpt, is_long_form as "isLongForm", reading_minutes as "readingMinutes",
      posts.created_at as "createdAt", categories.display_name as category, categories.color,
      username, members.display_name as "displayName", profile_image as "profileImage"
    from readable_posts posts join authors as members on members.id = posts.member_id
      join categories on categories.id = posts.category_id
    where posts.id = ${postId}`
  if (!row) return null
  const { username, displayName, profileImage, category, color, createdAt, ...post } = row
  return {
    kind: 'post',
    ...post,
    createdAt: createdAt.toISOString(),
    category: { displayName: category, color },
    author: { username, displayName, profileImage },
  }
}

/** Returns the content of a member's image; null for an unknown member. */
export async function findProfileImage(db: Db, username: string): Promise<SocialImage | null> {
  const row = await one<SocialImageAuthor & { title: string; bio: string }>(db)`
    select title, bio, username, display_name as "displayName", profile_image as "profileImage"
    from members where id = member_named(${username})`
  if (!row) return null
  const { title, bio, ...author } = row
  return { kind: 'profile', title, bio, author }
}

/** Returns the content of a public livestream's image; null for an unknown or private livestream. */
export async function findLivestreamImage(db: Db, id: number): Promise<SocialImage | null> {
  const row = await one<SocialImageAuthor & { title: string; startsAt: Date | null }>(db)`
    select s.title, coalesce(started_at, scheduled_at) as "startsAt", username, display_name as "displayName",
      profile_image as "profileImage"
    from livestreams s join members on members.id = s.member_id where s.id = ${id} and is_public`
  if (!row) return null
  const { title, startsAt, ...author } = row
  return { kind: 'livestream', title, startsAt: startsAt?.toISOString() ?? null, author }
}

/** Returns whether the post was deleted. */
export const wasDeleted = async (db: Db, postId: number): Promise<boolean> =>
  (await one(db)`select from post_tombstones where post_id = ${postId}`) !== null
