import { type Db, one, sql } from '#kernel/db.ts'

export interface EmbeddedAuthor {
  username: string
  displayName: string
  profileImage: string | null
}

export interface EmbeddedPost {
  id: number
  slug: string | null
  title: string | null
  excerpt: string
  createdAt: Date
  updatedAt: Date
  user: EmbeddedAuthor
}

const author = sql`json_build_object('username', username, 'displayName', display_name,
  'profileImage', profile_image) as "user"`

/** Returns the embed data for the post with the given id or slug, or null if there is none. */
export const findEmbeddedPost = (db: Db, at: { id: number } | { slug: string }) => one<EmbeddedPost>(db)`
  select posts.id, posts.slug, posts.title, excerpt, posts.created_at as "createdAt", posts.updated_at as "updatedAt", ${author}
  from readable_posts posts join authors as members on members.id = posts.member_id
  where posts.id = ${'id' in at ? sql`${at.id}` : sql`(select post_id from post_slugs where slug = ${at.slug})`}`

export interface EmbeddedProject {
  id: number
  title: string
  description: string
  createdAt: Date
  user: EmbeddedAuthor
}

/** Returns the embed data for a project, or null if it does not exist. */
export const findEmbeddedProject = (db: Db, id: number) => one<EmbeddedProject>(db)`
  select p.id, p.title, p.description, p.created_at as "createdAt", ${author}
  from projects p join members on members.id = p.member_id where p.id = ${id}`

export interface EmbeddedLivestream {
  id: number
  title: string
  description: string
  createdAt: Date
  startedAt: Date | null
  scheduledAt: Date | null
  user: EmbeddedAuthor
}

/** Returns the embed data for a public livestream, or null if there is none with this id. */
export const findEmbeddedLivestream = (db: Db, id: number) => one<EmbeddedLivestream>(db)`
  select s.id, s.title, s.description, s.created_at as "createdAt", started_at as "startedAt",
    scheduled_at as "scheduledAt", ${author}
  from livestreams s join members on members.id = s.member_id where s.id = ${id} and is_public`

export interface EmbeddedProfile extends EmbeddedAuthor {
  title: string
  bio: string
}

/** Returns the embed data for a profile, or null if there is no such member. */
export const findEmbeddedProfile = (db: Db, username: string) => one<EmbeddedProfile>(db)`
  select username, display_name as "displayName", profile_image as "profileImage", title, bio
  from members where id = member_named(${username})`
