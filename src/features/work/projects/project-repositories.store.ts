import { type Db, many, one, run, sql, type Transaction } from '#kernel/db.ts'
import type { ProjectRepository } from './project-repositories.contract.ts'

/** The stored facts about a repository, without its README. `language` is missing in those stored by version 0.2. */
export interface RepositoryFacts extends Omit<ProjectRepository, 'readme' | 'language'> {
  language?: string | null
  branch: string
  /** URL of the README on GitHub; empty if there is none. */
  readmeUrl: string
}

/** Returns the stored facts about the repository that the project links to. */
export async function findProjectRepository(db: Db, projectId: number): Promise<ProjectRepository | null> {
  const row = await one<{ facts: RepositoryFacts; html: string }>(db)`${projectRepositoryQuery(projectId)}`
  if (!row) return null
  const { branch: _, readmeUrl, ...facts } = row.facts
  return {
    ...facts,
    language: facts.language ?? null,
    readme: row.html === '' ? null : { html: row.html, url: readmeUrl },
  }
}

export const projectRepositoryQuery = (projectId: number) => sql`
  select facts, case when p.shows_readme then readme_html else '' end as html
  from projects p join project_repositories on address = p.repository
  where p.id = ${projectId} and facts is not null`

/** Adds the repository that a project links to, in the transaction that saves the project. New repositories are due
 *  immediately. */
export const addRepository = (db: Transaction<unknown>, address: string) => run(db)`
  insert into project_repositories (address, due_at, used_at) values (${address}, '-infinity', now())
  on conflict (address) do update set used_at = excluded.used_at`

export interface KnownRepository {
  id: number
  address: string
  facts: RepositoryFacts | null
  etag: string | null
  readmeEtag: string | null
  readmeHtml: string
  renderVersion: number
}

/** Returns null if the repository is not due, or if no project links to it anymore. */
export const findRepositoryIfDue = (db: Db, id: number, now: Date) => one<KnownRepository>(db)`
  select id, address, facts, etag, readme_etag as "readmeEtag", readme_html as "readmeHtml",
    render_version as "renderVersion"
  from project_repositories
  where id = ${id} and due_at <= ${now} and exists (select from all_projects where repository = address)`

/** Returns the repository that the project links to, if it is due. */
export const findDueRepositoryOf = (db: Db, projectId: number, now: Date) => one<{ id: number }>(db)`
  select r.id from all_projects p join project_repositories r on r.address = p.repository
  where p.id = ${projectId} and due_at <= ${now}`

/** Lists repositories that are due, longest overdue first. */
export const listDueRepositories = (db: Db, now: Date, limit: number) =>
  many<{ id: number }>(db)`${dueRepositoriesQuery(now, limit)}`

export const dueRepositoriesQuery = (now: Date, limit: number) => sql`
  select id from project_repositories
  where due_at <= ${now} and exists (select from all_projects where repository = address)
  order by due_at limit ${limit}`

/** The result of a fetch from GitHub. */
export interface RepositoryUpdate extends Omit<KnownRepository, 'id' | 'address'> {
  failure: string | null
  dueAt: Date
}

/** Saves the result of a fetch. @returns whether the shown facts changed */
export async function updateRepository(db: Db, id: number, update: RepositoryUpdate, now: Date): Promise<boolean> {
  const { facts, etag, readmeEtag, readmeHtml, renderVersion, failure, dueAt } = update
  const text = facts && JSON.stringify(facts)
  const row = await one<{ isOther: boolean }>(db)`
    with before as (select facts, readme_html from project_repositories where id = ${id} for update),
    updated as (
      update project_repositories set facts = ${text}::jsonb, etag = ${etag}, readme_etag = ${readmeEtag},
        readme_html = ${readmeHtml}, render_version = ${renderVersion}, failure = ${failure}, due_at = ${dueAt},
        checked_at = ${now}
      where id = ${id})
    select (facts, readme_html) is distinct from (${text}::jsonb, ${readmeHtml}::text) as "isOther" from before`
  return row?.isOther ?? false
}

/** Sets facts that are never refreshed, for the demo. */
export const setPermanentFacts = (db: Db, address: string, facts: RepositoryFacts | null, readmeHtml: string) =>
  run(db)`
  update project_repositories set facts = ${facts && JSON.stringify(facts)}::jsonb, readme_html = ${readmeHtml},
    due_at = 'infinity' where address = ${address}`

/** Deletes repositories that no project has linked to for a day. */
export const sweepRepositories = (db: Db, now: Date) => run(db)`
  delete from project_repositories
  where used_at < ${new Date(now.getTime() - 86_400_000)}
    and not exists (select from all_projects where repository = address)`
