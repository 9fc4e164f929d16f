import type { RawBuilder } from 'kysely'
import { type Db, one, run, sql } from '#kernel/db.ts'
import type { Availability } from './availability.contract.ts'
import type { ProfileSettings } from './profile-settings.contract.ts'
import type { User } from './profiles.contract.ts'
import type { NewProfile } from './new-profile.contract.ts'

/** Finds a member's profile, with the viewer's follow state. */
export const findUserById = async (db: Db, id: number, viewerId: number | null): Promise<User | null> =>
  present(await one<UserRow>(db)`${userRows(viewerId)} where id = ${id}`)

/** Like {@link findUserById}, by current or former username, ignoring case. */
export const findUserByUsername = async (db: Db, username: string, viewerId: number | null): Promise<User | null> =>
  present(await one<UserRow>(db)`${userRows(viewerId)} where id = member_named(${username})`)

/** Returns the site's owner, or null on an empty site. */
export const findOwner = async (db: Db): Promise<User | null> =>
  present(await one<UserRow>(db)`${userRows(null)} where id = (select id from site_owner)`)

/** Removes the follower lists, for cards that show only their counts. */
export const withoutPeople = (user: User): User => ({ ...user, followers: [], following: [] })

export async function memberCount(db: Db): Promise<number> {
  const row = await one<{ count: number }>(db)`
    select coalesce(sum(member_count), 0)::int as count from member_totals where standing = 'present'`
  return row?.count ?? 0
}

/** Fills in the empty fields of a profile and leaves the others unchanged. */
export const fillProfile = (db: Db, id: number, { title, bio, profileImage, githubUsername }: NewProfile) => run(db)`
  update members set
    title = case title when '' then coalesce(${title}, '') else title end,
    bio = case bio when '' then coalesce(${bio}, '') else bio end,
    profile_image = coalesce(profile_image, nullif(${profileImage}, '')),
    github_username = coalesce(github_username, nullif(${githubUsername}, ''))
  where id = ${id}`

/** Updates a profile. Undefined fields are left unchanged; null and the empty string clear a field. */
export const updateProfile = (db: Db, id: number, settings: ProfileSettings) => run(db)`
  update members set
    display_name = coalesce(${given(settings.displayName)}, display_name),
    title = coalesce(${given(settings.title)}, title),
    bio = coalesce(${given(settings.bio)}, bio),
    profile_image = nullif(coalesce(${given(settings.profileImage)}, profile_image), ''),
    github_username = nullif(coalesce(${given(settings.githubUsername)}, github_username), ''),
    skills = coalesce(${settings.skills ?? null}::text[], skills)
  where id = ${id}`

/** Maps undefined to null, and null to an empty string, for `coalesce`. */
const given = (text: string | null | undefined) => (text === undefined ? null : (text ?? ''))

type OwnFields = Pick<User, 'title' | 'bio' | 'profileImage' | 'githubUsername' | 'skills'>

/** Replaces the fields that the member edits. */
export const writeProfile = (db: Db, id: number, profile: OwnFields) => run(db)`
  update members set title = ${profile.title}, bio = ${profile.bio}, profile_image = ${profile.profileImage},
    github_username = ${profile.githubUsername}, skills = ${profile.skills}::text[]
  where id = ${id}`

type UserRow = Omit<User, 'createdAt' | 'availability' | 'hasCv'> & {
  createdAt: Date
  availability: Availability | null
  hasCv: boolean
}

export const userRows = (viewerId: number | null) => sql`
  select id, username, display_name as "displayName", title, bio, profile_image as "profileImage",
    github_username as "githubUsername", skills, role, created_at as "createdAt",
    (select jsonb_build_object('text', text, 'link', link) from work_availability where member_id = members.id)
      as availability,
    exists (select from resumes where member_id = members.id and is_published) as "hasCv",
    (select coalesce(sum(post_count), 0) from shown_post_counts where member_id = members.id) as "postCount",
    coalesce(followers_count, 0) as "followersCount", coalesce(following_count, 0) as "followingCount",
    exists (select from follows where follower_id = ${viewerId}::int and following_id = members.id) as "isFollowing",
    ${newestPeople(sql.ref('follower_id'), sql.ref('following_id'))} as followers,
    ${newestPeople(sql.ref('following_id'), sql.ref('follower_id'))} as following
  from members left join follow_counts on member_id = id`

/** Selects the member's newest 50 followers or followed members. */
const newestPeople = (side: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', people.id, 'username', people.username,
      'displayName', people.display_name, 'profileImage', people.profile_image)
      order by newest.created_at desc, people.id desc), '[]')
    from (select ${side} as id, created_at from follows where ${other} = members.id
      order by created_at desc, ${side} desc limit 50) as newest
    join members as people using (id))`

function present(row: UserRow | null): User | null {
  if (!row) return null
  const { availability, hasCv, createdAt, ...user } = row
  return { ...user, ...(availability && { availability }), ...(hasCv && { hasCv }), createdAt: createdAt.toISOString() }
}
