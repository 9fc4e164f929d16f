import { type Db, inTransaction, many, one, run, sql, type Transaction } from '#kernel/db.ts'
import { AppError, found, suspended } from '#kernel/errors.ts'
import type { Member } from '#kernel/http.ts'
import { playerOf } from '#kernel/markdown/players.ts'
import { addRepository } from './project-repositories.store.ts'
import type { ProjectMedia } from './project-media.contract.ts'
import { savePictures } from './project-pictures.store.ts'
import { repositoryAt } from './project-repositories.contract.ts'
import {
  canDeleteProject,
  canEditProject,
  maxProjects,
  type Project,
  type ProjectInput,
  projectsPerPage,
  type ProjectsQuery,
  technologyKey,
  tooManyProjects,
} from './projects.contract.ts'

/** Returns a page of projects: featured ones first, then in their owners' order. */
export async function findProjects(db: Db, query: ProjectsQuery, viewer: Member | null): Promise<Project[]> {
  const rows = await many<ProjectRow>(db)`${projectsQuery(query)}`
  return rows.map((row) => present(row, viewer))
}

export function projectsQuery({ page, username, userId, technology }: ProjectsQuery) {
  const conditions = [
    ...(username === undefined ? [] : [sql`members.id = member_named(${username})`]),
    ...(userId === undefined ? [] : [sql`members.id = ${userId}`]),
    ...(technology === undefined ? [] : [sql`technology_keys @> ${[technologyKey(technology)]}::text[]`]),
  ]
  const skipped = (page - 1) * projectsPerPage
  return sql`select ${columns} ${tables} where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by is_featured desc, position, p.id desc
    limit ${sql.lit(projectsPerPage)} ${skipped > 0 ? sql`offset ${skipped}` : sql``}`
}

/** Returns the project as the viewer sees it; null for an unknown project. */
export async function findProject(db: Db, id: number, viewer: Member | null): Promise<Project | null> {
  const row = await one<ProjectRow>(db)`select ${columns} ${tables} where p.id = ${id}`
  return row && present(row, viewer)
}

/** Adds the project before the member's other projects. @returns the project as the member sees it @throws AppError
 *  suspended for a suspended or deleted member, conflict if they have the maximum number of projects */
export const addProject = (db: Db, member: Member, input: ProjectInput, media: ProjectMedia) =>
  inTransaction(db, async (db) => {
    const id = await insertProject(db, member.id, input, media)
    return found(await findProject(db, id, member), 'Project')
  })

/** Like {@link addProject}, in the caller's transaction. @returns the project's id */
export async function insertProject(
  db: Transaction<unknown>,
  memberId: number,
  input: ProjectInput,
  media: ProjectMedia,
): Promise<number> {
  await lockOwner(db, memberId)
  await run(db)`update all_projects set position = position + 1 where member_id = ${memberId}`
  const { title, description, thumbnailUrl, demoVideoUrl, deploymentUrl, githubUrl, technologies } = input
  const { thumbnail, pictures = [] } = media
  const repository = await saveRepositoryAddress(db, githubUrl)
  const row = await one<{ id: number }>(db)`
    insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset,
      demo_video_url, deployment_url, github_url, repository, shows_readme, technologies, technology_keys, is_featured,
      position)
    select ${memberId}::int, ${title}::text, ${description}::text, ${thumbnailUrl}::text, ${thumbnail?.src ?? ''}::text,
      ${thumbnail?.srcset ?? ''}::text, ${demoVideoUrl}::text, ${deploymentUrl}::text, ${githubUrl}::text,
      ${repository}::text, ${input.showReadme ?? true}::boolean, ${technologies}::text[], ${technologies.map(technologyKey)}::text[], ${input.featured ?? false}::boolean,
      1
    from all_projects where member_id = ${memberId}
    having count(*) < ${maxProjects} returning id`
  if (!row) throw new AppError('conflict', tooManyProjects())
  if (pictures.length > 0) await savePictures(db, row.id, pictures)
  return row.id
}

/** Replaces the project's fields. @returns the project as the member sees it
 *  @throws AppError not_found if it no longer exists */
export const changeProject = (
  db: Db,
  id: number,
  member: Member,
  input: ProjectInput,
  media: ProjectMedia,
): Promise<Project> =>
  inTransaction(db, async (db) => {
    await replaceProject(db, id, input, media)
    return found(await findProject(db, id, member), 'Project')
  })

async function replaceProject(
  db: Transaction<unknown>,
  id: number,
  input: ProjectInput,
  media: ProjectMedia,
): Promise<void> {
  const { title, description, thumbnailUrl, demoVideoUrl, deploymentUrl, githubUrl, technologies } = input
  const { thumbnail, pictures } = media
  const repository = await saveRepositoryAddress(db, githubUrl)
  await run(db)`
    update projects set title = ${title}, description = ${description}, thumbnail_url = ${thumbnailUrl},
      thumbnail_src = ${thumbnail?.src ?? ''}, thumbnail_srcset = ${thumbnail?.srcset ?? ''},
      demo_video_url = ${demoVideoUrl}, deployment_url = ${deploymentUrl}, github_url = ${githubUrl},
      technologies = ${technologies}::text[], technology_keys = ${technologies.map(technologyKey)}::text[],
      repository = ${repository}::text, shows_readme = coalesce(${input.showReadme ?? null}::boolean, shows_readme),
      is_featured = coalesce(${input.featured ?? null}::boolean, is_featured), updated_at = now()
    where id = ${id}`
  if (pictures) await savePictures(db, id, pictures)
}

async function saveRepositoryAddress(db: Transaction<unknown>, githubUrl: string): Promise<string | null> {
  const repository = repositoryAt(githubUrl)
  if (repository !== null) await addRepository(db, repository)
  return repository
}

export const removeProject = (db: Db, id: number) => run(db)`delete from projects where id = ${id}`

/** Sets the project's timestamps, for the demo and imports. */
export const backdateProject = (db: Db, id: number, createdAt: Date, updatedAt = createdAt) =>
  run(db)`update all_projects set created_at = ${createdAt}, updated_at = ${updatedAt} where id = ${id}`

/** Removes the member's projects. */
export const removeProjectsOf = (db: Db, memberId: number) =>
  run(db)`delete from all_projects where member_id = ${memberId}`

/** Returns whether any of the projects belongs to another member. */
export const isAnyOfOthers = async (db: Db, ids: number[], memberId: number): Promise<boolean> =>
  (await one(db)`select from all_projects where id = any(${ids}::int[]) and member_id <> ${memberId} limit 1`) !== null

/** Saves the order of the member's projects; projects whose ids are not in the list come first. Runs one at a time per
 *  member. @returns the ids of all of the member's projects in their new order */
export const saveProjectOrder = (db: Db, memberId: number, ids: number[]): Promise<number[]> =>
  inTransaction(db, async (db) => {
    await lockOwner(db, memberId)
    await run(db)`
      update all_projects p set position = ranked.rank
      from (
        select id, row_number() over (order by array_position(${ids}::int[], id) nulls first, position, id desc) as rank
        from all_projects where member_id = ${memberId}) as ranked
      where p.id = ranked.id and p.position <> ranked.rank`
    const rows = await many<{ id: number }>(db)`
      select id from all_projects where member_id = ${memberId} order by position, id desc`
    return rows.map(({ id }) => id)
  })

/** Locks the member's row until the transaction ends. @throws AppError suspended for a suspended or deleted member */
async function lockOwner(db: Db, memberId: number): Promise<void> {
  if (!(await one(db)`select from members where id = ${memberId} for no key update`)) throw suspended()
}

interface ProjectRow extends Omit<
  Project,
  'createdAt' | 'updatedAt' | 'user' | 'canEdit' | 'canDelete' | 'thumbnail' | 'demoVideo'
> {
  createdAt: Date
  updatedAt: Date
  memberId: number
  username: string
  displayName: string
  profileImage: string | null
  thumbnailSrc: string
  thumbnailSrcset: string
}

const columns = sql`p.id, p.title, description, thumbnail_url as "thumbnailUrl", demo_video_url as "demoVideoUrl",
  deployment_url as "deploymentUrl", github_url as "githubUrl", technologies, is_featured as featured,
  shows_readme as "showReadme", position, p.created_at as "createdAt", p.updated_at as "updatedAt", thumbnail_src as "thumbnailSrc",
  thumbnail_srcset as "thumbnailSrcset", members.id as "memberId", username, display_name as "displayName",
  profile_image as "profileImage",
  (select jsonb_build_object('stars', facts -> 'stars', 'language', facts -> 'language')
    from project_repositories where address = p.repository and facts is not null) as repository`
const tables = sql`from all_projects p join members on members.id = p.member_id`

function present(row: ProjectRow, viewer: Member | null): Project {
  const { memberId, username, displayName, profileImage, thumbnailSrc: src, thumbnailSrcset: srcset, ...project } = row
  const user = { id: memberId, username, displayName, profileImage }
  return {
    ...project,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    user,
    canEdit: canEditProject(viewer, { user }),
    canDelete: canDeleteProject(viewer, { user }),
    thumbnail: src === '' ? null : { src, srcset },
    demoVideo: demoVideoOf(row.demoVideoUrl),
  }
}

const videoFile = /^https:\/\/[^?#]+\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i

function demoVideoOf(address: string): Project['demoVideo'] {
  const player = address === '' ? null : playerOf(address)
  if (player) return { kind: 'frame', src: player.src }
  return videoFile.test(address) ? { kind: 'file', src: address } : null
}
