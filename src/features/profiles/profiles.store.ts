import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { type PageQuery, totalPagesOf } from '#features/paging/paging.contract.ts'
import type { ProfileSettings } from './profile-settings.contract.ts'
import type { NewProfile, PublicAuthor, User, UserList } from './profiles.contract.ts'

/** The member as the viewer sees them. */
export const findUserById = async (db: Db, id: number, _viewerId: number | null): Promise<User | null> =>
  present(await one<UserRow>(db)`${userRows} where id = ${id}`)

/** As {@link findUserById}, by the name without regard to case. */
export const findUserByUsername = async (db: Db, username: string, _viewerId: number | null): Promise<User | null> =>
  present(await one<UserRow>(db)`${userRows} where lower(username) = lower(${username})`)

/** The site's owner: the member whom the settings name, else the first; null on an empty site. */
export const findOwner = async (db: Db, ownerUsername: string | null): Promise<User | null> =>
  present(
    await one<UserRow>(db)`${userRows} where id = coalesce(
      (select id from members where lower(username) = lower(${ownerUsername ?? ''})), (select min(id) from members))`,
  )

/** Members, newest first. */
export async function listUsers(db: Db, { page, limit }: PageQuery): Promise<UserList> {
  const total = await memberCount(db)
  const users = await many<PublicAuthor>(db)`
    select id, username, display_name as "displayName", profile_image as "profileImage", title
    from members order by id desc limit ${limit} offset ${(page - 1) * limit}`
  return { users, page, totalPages: totalPagesOf(total, limit), total }
}

export async function memberCount(db: Db): Promise<number> {
  const row = await one<{ count: number }>(db)`select count(*) from members`
  return row?.count ?? 0
}

/** Writes into the profile what is still empty there; what its owner has written stays. */
export const fillProfile = (db: Db, id: number, { title, bio, profileImage, githubUsername }: NewProfile) => run(db)`
  update members set
    title = case title when '' then coalesce(${title}, '') else title end,
    bio = case bio when '' then coalesce(${bio}, '') else bio end,
    profile_image = coalesce(profile_image, nullif(${profileImage}, '')),
    github_username = coalesce(github_username, nullif(${githubUsername}, ''))
  where id = ${id}`

/** Changes of the profile what is given: undefined stays, null and empty text empty it. */
export const updateProfile = (db: Db, id: number, settings: ProfileSettings) => run(db)`
  update members set
    display_name = coalesce(${given(settings.displayName)}, display_name),
    title = coalesce(${given(settings.title)}, title),
    bio = coalesce(${given(settings.bio)}, bio),
    profile_image = nullif(coalesce(${given(settings.profileImage)}, profile_image), ''),
    github_username = nullif(coalesce(${given(settings.githubUsername)}, github_username), ''),
    skills = coalesce(${settings.skills ?? null}::text[], skills)
  where id = ${id}`

/** As a coalesce takes it: null is what was not given. */
const given = (text: string | null | undefined) => (text === undefined ? null : (text ?? ''))

type OwnFields = Pick<User, 'title' | 'bio' | 'profileImage' | 'githubUsername' | 'skills'>

/** Replaces what the member has written of themselves. */
export const writeProfile = (db: Db, id: number, profile: OwnFields) => run(db)`
  update members set title = ${profile.title}, bio = ${profile.bio}, profile_image = ${profile.profileImage},
    github_username = ${profile.githubUsername}, skills = ${profile.skills}::text[]
  where id = ${id}`

type UserRow = Pick<
  User,
  | 'id'
  | 'username'
  | 'displayName'
  | 'title'
  | 'bio'
  | 'profileImage'
  | 'githubUsername'
  | 'skills'
  | 'role'
  | 'postCount'
> & { createdAt: Date }

const userRows = sql`
  select id, username, display_name as "displayName", title, bio, profile_image as "profileImage",
    github_username as "githubUsername", skills, role, created_at as "createdAt",
    (select count(*) from posts where member_id = members.id) as "postCount"
  from members`

/** Nobody follows anybody yet. */
function present(row: UserRow | null): User | null {
  if (!row) return null
  const follows = { isFollowing: false, followers: [], following: [], followersCount: 0, followingCount: 0 }
  return { ...row, ...follows, createdAt: row.createdAt.toISOString() }
}
