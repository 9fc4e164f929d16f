import { type Db, many, one, run } from '#kernel/db.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { type Resume, type ResumeDocument, type ResumeInput } from './resumes.contract.ts'

/** Returns the CV that the member edits, or null if they have not saved one. */
export const findOwnResume = (db: Db, memberId: number) => one<ResumeInput>(db)`
  select document, is_published as "isPublished" from resumes where member_id = ${memberId}`

export const saveDocument = (db: Db, memberId: number, { document, isPublished }: ResumeInput) => run(db)`
  insert into resumes (member_id, document, is_published)
  values (${memberId}, ${JSON.stringify(document)}::jsonb, ${isPublished})
  on conflict (member_id) do update
    set document = excluded.document, is_published = excluded.is_published, updated_at = now()`

interface ResumeRow extends Omit<PublicAuthor, 'title'> {
  title: string
  bio: string
  document: ResumeDocument
  isPublished: boolean
  updatedAt: Date
  shownTalks: Resume['shownTalks']
}

interface Options {
  /** Members also see their own unpublished CV. */
  viewerId: number | null
  /** Whether the site's projects are visible. */
  hasProjects: boolean
}

/** Returns the CV of the member with this current or former username; null if there is none that the viewer may see. */
export async function findResume(db: Db, username: string, options: Options): Promise<Resume | null> {
  const row = await one<ResumeRow>(db)`
    select id, username, display_name as "displayName", profile_image as "profileImage", title, bio, document,
      is_published as "isPublished", updated_at as "updatedAt", coalesce(talks.talks, '[]') as "shownTalks"
    from members join resumes on resumes.member_id = id left join talks on talks.member_id = id
    where id = member_named(${username}) and (is_published or id = ${options.viewerId}::int)`
  if (!row) return null
  const { id, displayName, profileImage, title, bio, document, isPublished, updatedAt, shownTalks } = row
  const { basics, projectIds } = document
  return {
    user: { id, username: row.username, displayName, profileImage },
    isPublished,
    updatedAt: updatedAt.toISOString(),
    document: { ...document, basics: { ...basics, label: basics.label || title, summary: basics.summary || bio } },
    shownProjects: options.hasProjects && projectIds.length > 0 ? await findShownProjects(db, id, projectIds) : [],
    shownTalks,
  }
}

const findShownProjects = (db: Db, memberId: number, ids: number[]) => many<Resume['shownProjects'][number]>(db)`
  select id, title, description, coalesce(nullif(deployment_url, ''), github_url) as url, technologies
  from projects where member_id = ${memberId} and id = any(${ids}::int[])
  order by array_position(${ids}::int[], id)`

/** Returns the ids of the member's first projects. */
export async function listProjectIds(db: Db, memberId: number, limit: number): Promise<number[]> {
  const rows = await many<{ id: number }>(db)`
    select id from projects where member_id = ${memberId} order by position, id desc limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Deletes the member's CV, for account deletion. */
export const removeResumeOf = (db: Db, memberId: number) => run(db)`delete from resumes where member_id = ${memberId}`
