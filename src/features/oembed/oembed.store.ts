import { type Db, one } from '#kernel/db.ts'

export interface EmbeddedPost {
  id: number
  title: string | null
  excerpt: string
  createdAt: Date
  updatedAt: Date
  user: { username: string; displayName: string; profileImage: string | null }
}

/** What other sites show of a post; null when there is no such post. */
export const findEmbeddedPost = (db: Db, id: number) => one<EmbeddedPost>(db)`
  select posts.id, posts.title, excerpt, posts.created_at as "createdAt", posts.updated_at as "updatedAt",
    json_build_object('username', username, 'displayName', display_name,
      'profileImage', profile_image) as "user"
  from posts join all_members as members on members.id = posts.member_id
  where posts.id = ${id}`
