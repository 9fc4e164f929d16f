import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const accountsArchive: ArchivePart[] = [
  archivePart<{ id: string }>(
    'signInMethods',
    [],
    (db, memberId, after) => many<{ id: string }>(db)`
    with account as (
      select subject::uuid as user_id from members where id = ${memberId} and subject ~ '^[0-9a-f-]{36}$')
    select * from (
      select id, 'passkey' as kind, name, created_at as "createdAt", last_used_at as "lastUsedAt"
      from account join identity_passkeys using (user_id)
      union all
      select id, kind, name, created_at, null from account join identity_factors using (user_id)
      where verified_at is not null
      union all
      select id, provider, name, created_at, last_sign_in_at from account join identity_connected_accounts using (user_id)
    ) as methods
    where id > ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid order by id limit ${pageSize}`,
  ),
]
