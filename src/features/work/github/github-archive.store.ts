import { type ArchivePart, pageSize, pagesOf } from '#kernel/archive.ts'
import { type Db, many } from '#kernel/db.ts'

interface EventRow {
  id: number
  createdAt: Date
}

const eventsOfAccount = pagesOf<EventRow>(
  (db, accountId, after) => many<EventRow>(db)`
  select e.id, username as account, e.github_id as "githubId", e.type, e.repo_name as "repoName", e.details, e.url,
    e.created_at as "createdAt"
  from github_events e join github_accounts a on a.id = e.account_id
  where e.account_id = ${accountId} and (e.created_at, e.id) > (${after?.createdAt ?? new Date(0)}, ${after?.id ?? 0})
  order by e.created_at, e.id limit ${pageSize}`,
)

/** Yields the events of every account that the member has ever connected, oldest first per account. */
async function* listEvents(db: Db, memberId: number): AsyncGenerator<EventRow> {
  const accounts = await many<{ id: number }>(
    db,
  )`select id from github_accounts where member_id = ${memberId} order by id`
  for (const { id } of accounts) yield* eventsOfAccount(db, id)
}

export const githubArchive: ArchivePart[] = [{ name: 'githubEvents', tables: ['github_accounts'], rows: listEvents }]
