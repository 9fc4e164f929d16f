import { type Db, many, one, run } from '#kernel/db.ts'
import { type SetupStep, setupSteps } from './setup.contract.ts'

/** What the owner has added to the site. */
interface Content {
  hasProfile: boolean
  hasGithub: boolean
  hasProject: boolean
  hasPost: boolean
  hasImport: boolean
}

/** Returns null on a site without members. */
export const findContent = (db: Db): Promise<Content | null> => one<Content>(db)`
  select profile_image is not null and title <> '' as "hasProfile", github_username is not null as "hasGithub",
    exists (select from projects where projects.member_id = members.id) as "hasProject",
    exists (select from posts where posts.member_id = members.id) as "hasPost",
    exists (select from import_runs where import_runs.member_id = members.id and state = 'done') as "hasImport"
  from members where id = (select id from site_owner)`

/** Steps of later versions are ignored. */
export async function findSkippedSteps(db: Db): Promise<SetupStep[]> {
  const rows = await many<{ step: string }>(db)`select step from skipped_setup_steps`
  return setupSteps.filter((step) => rows.some((row) => row.step === step))
}

/** Replaces the skipped steps. */
export async function replaceSkippedSteps(db: Db, steps: readonly SetupStep[]): Promise<void> {
  await run(db)`delete from skipped_setup_steps where step <> all (${steps}::text[])`
  await run(db)`insert into skipped_setup_steps (step) select unnest(${steps}::text[]) on conflict do nothing`
}
