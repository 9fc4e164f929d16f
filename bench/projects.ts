import { listProjects, Projects } from '#features/work/projects/projects.contract.ts'
import { type Db, run, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { mediansMs } from './duration.ts'
import { msOf, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const rounds = 100
const many = 200
const few = 20

/** Compares a grid of 200 projects to a grid of 20, on a site with 20,000 projects. */
export async function measureProjects({ url, dataDir }: RunningSite): Promise<Row[]> {
  await withDatabase(dataDir, seedProjects)
  const urls = [many, few].map((count) => `${url}${listProjects.path}?username=builder-of-${count}`)
  for (const [index, count] of [many, few].entries()) await expectCount(urls[index]!, count)
  const [ofMany, ofFew] = await mediansMs(urls, rounds)
  return [
    {
      name: 'projects: grid of 200, p50 as a multiple of a grid of 20',
      value: ofMany! / ofFew!,
      limit: { atMost: 3 },
      info: msOf(ofMany!, ofFew!),
    },
  ]
}

async function expectCount(url: string, count: number): Promise<void> {
  const found = Projects.parse(await (await fetch(url)).json()).length
  if (found !== count) throw new Error(`${url} returned ${found} projects instead of ${count}.`)
}

/** Adds one member with 20 projects and a hundred with 200 each. */
async function seedProjects(db: Db): Promise<void> {
  await run(db)`
    insert into members (issuer, subject, username, display_name)
    select 'bench', 'projects ' || n, case n when 0 then 'builder-of-20' when 1 then 'builder-of-200' else 'builder' || n end,
      'Builder ' || n from generate_series(0, 100) n`
  await run(db)`
    insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset, demo_video_url,
      deployment_url, github_url, technologies, technology_keys, is_featured, position)
    select members.id, 'Project ' || n, repeat('What it does and who it is for. ', 8), 'https://pictures.example/' || n, '/a', '/a 480w',
      '', 'https://project' || n || '.example/', 'https://github.com/builder/project' || n, '{TypeScript,SQL}',
      '{typescript,sql}', n % 20 = 0, n
    from members, generate_series(1, ${many}::int) n
    where issuer = 'bench' and username like 'builder%' and (username <> 'builder-of-20' or n <= ${few}::int)`
  await sql`vacuum analyze`.execute(db)
}
