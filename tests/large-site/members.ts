import { type Db, run } from '#kernel/db.ts'
import { members } from './cast.ts'
import { githubMembers } from './github.ts'

export async function seedMembers(db: Db): Promise<void> {
  await run(db)`
    insert into members (issuer, subject, username, display_name, title, github_username)
    select 'test', n::text, 'member' || n, 'Member ' || n, 'Engineer', case when n <= ${githubMembers} then 'user' || n end
    from generate_series(1, ${members}::int) n`
  await run(db)`
    insert into member_totals (part, role, standing, member_count)
    select id % 16, role, standing, count(*) from all_members group by 1, 2, 3`
  await run(db)`
    insert into former_usernames (member_id, username)
    select id, 'former' || id from all_members where id % 4 = 0`
  await run(db)`
    insert into work_availability (member_id, text) select id, 'Contract work' from all_members where id % 3 = 0`
  await run(db)`
    insert into resumes (member_id, document, is_published) select id, '{}', true from all_members where id % 4 = 0`
}
