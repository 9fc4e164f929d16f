import { type Db, many, sql } from '#kernel/db.ts'
import { listDraftRows, listGithubEventRows, listPostRows, ownPosts, pageSize, pagesOf } from './archive-rows.store.ts'

/** A list in the archive. */
export interface ArchivePart {
  /** What it is called there. */
  name: string
  /** The tables with members in them that it tells of. */
  tables: string[]
  /** Read a page at a time: what is in the archive never is in memory as a whole. */
  rows: (db: Db, memberId: number) => AsyncIterable<object>
}

const part = <Row extends object>(
  name: string,
  tables: string[],
  page: (db: Db, memberId: number, after: Row | null) => Promise<Row[]>,
): ArchivePart => ({ name, tables, rows: pagesOf(page) })

interface Person {
  id: number
  username: string
  since: Date
}

/** Those on the one side of the follows that have the member on the other, by their ids. */
const people =
  (side: 'follower_id' | 'following_id', other: 'follower_id' | 'following_id') =>
  (db: Db, memberId: number, after: Person | null) =>
    many<Person>(db)`
    select m.id, m.username, f.created_at as since from follows f join members m on m.id = f.${sql.ref(side)}
    where f.${sql.ref(other)} = ${memberId} and m.id > ${after?.id ?? 0} order by m.id limit ${pageSize}`

/** Everything that the archive lists beside the pictures. What a feature keeps of its members becomes a line here. */
export const archiveParts: ArchivePart[] = [
  part<{ position: number }>(
    'links',
    ['profile_links'],
    (db, memberId, after) => many<{ position: number }>(db)`
    select position, link ->> 'label' as label, link ->> 'url' as url
    from profile_links, jsonb_array_elements(links) with ordinality as listed (link, position)
    where member_id = ${memberId} and position > ${after?.position ?? 0} order by position limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'projects',
    ['all_projects'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, title, description, thumbnail_url as "thumbnailUrl", demo_video_url as "demoVideoUrl",
      deployment_url as "deploymentUrl", github_url as "githubUrl", technologies, is_featured as featured,
      shows_readme as "showReadme", position, created_at as "createdAt", updated_at as "updatedAt"
    from all_projects where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'livestreams',
    ['all_livestreams'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, title, description, is_public as "isPublic", status, scheduled_at as "scheduledAt",
      started_at as "startedAt", ended_at as "endedAt", max_viewers as "maxViewers", created_at as "createdAt"
    from all_livestreams where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'recordings',
    [],
    (db, memberId, after) => many<{ id: number }>(db)`
    select r.id, livestream_id as "livestreamId", r.title, r.started_at as "startedAt", seconds
    from livestream_recordings r join all_livestreams s on s.id = livestream_id
    where s.member_id = ${memberId} and r.id > ${after?.id ?? 0} order by r.id limit ${pageSize}`,
  ),
  { name: 'posts', tables: ['all_posts', 'imports'], rows: listPostRows },
  part<{ id: number }>(
    'chatMessages',
    ['chat_messages'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, livestream_id as "livestreamId", message, created_at as "createdAt" from chat_messages
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'chatBans',
    ['chat_bans'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select b.id, coalesce(username, name) as name, until, b.created_at as "createdAt"
    from chat_bans b left join members on members.id = b.member_id
    where owner_id = ${memberId} and b.id > ${after?.id ?? 0} order by b.id limit ${pageSize}`,
  ),
  part<{ postId: number; number: number }>(
    'versions',
    ['post_versions'],
    (db, memberId, after) => many<{ postId: number; number: number }>(db)`
    select v.post_id as "postId", v.number, v.title, v.content, c.name as category, v.is_long_form as "isLongForm",
      v.written_at as "writtenAt", coalesce(v.editor_id = p.member_id, false) as "isOwnEdit"
    from ${ownPosts(memberId)} as own join all_posts p using (id) join post_versions v on v.post_id = p.id
      join post_categories c on c.id = v.category_id
    where (v.post_id, v.number) > (${after?.postId ?? 0}, ${after?.number ?? 0})
    order by v.post_id, v.number limit ${pageSize}`,
  ),
  { name: 'drafts', tables: ['drafts'], rows: listDraftRows },
  part<{ postId: number }>(
    'deletedPosts',
    ['post_tombstones'],
    (db, memberId, after) => many<{ postId: number }>(db)`
    select post_id as "postId", deleted_at as "deletedAt" from post_tombstones
    where deleted_by = ${memberId} and post_id > ${after?.postId ?? 0} order by post_id limit ${pageSize}`,
  ),
  part<{ postId: number }>(
    'likes',
    ['likes'],
    (db, memberId, after) => many<{ postId: number }>(db)`
    select l.post_id as "postId", p.title, m.username as author, l.created_at as "createdAt"
    from likes l join posts p on p.id = l.post_id join members m on m.id = p.member_id
    where l.member_id = ${memberId} and l.post_id > ${after?.postId ?? 0} order by l.post_id limit ${pageSize}`,
  ),
  // Of what is put with the spam nobody is told more than that it waits.
  part<{ id: number }>(
    'comments',
    ['all_comments'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, post_id as "postId", parent_id as "parentId", content, created_at as "createdAt",
      case status when 'spam' then 'pending' else status end as status
    from all_comments where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'blocks',
    ['comment_blocks'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, kind, label, created_at as since from comment_blocks
    where owner_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<Person>('following', ['follows'], people('following_id', 'follower_id')),
  part<Person>('followers', ['follows'], people('follower_id', 'following_id')),
  part<Person>(
    'mutedMembers',
    ['mutes'],
    (db, memberId, after) => many<Person>(db)`
    select m.id, m.username, mutes.created_at as since from mutes join members m on m.id = muted_id
    where mutes.member_id = ${memberId} and m.id > ${after?.id ?? 0} order by m.id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'mutedWords',
    ['muted_words'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, word, created_at as since from muted_words
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ postId: number }>(
    'reports',
    ['reports'],
    (db, memberId, after) => many<{ postId: number }>(db)`
    select post_id as "postId", reason, details, reported_at as "reportedAt" from reports
    where member_id = ${memberId} and post_id > ${after?.postId ?? 0} order by post_id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'notifications',
    ['notifications'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, kind, post_id as "postId", event_count as "eventCount", updated_at as "updatedAt", read_at as "readAt"
    from notifications where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'sponsorTiers',
    ['sponsor_tiers'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, name, amount_cents as "amountCents", description, benefits, created_at as "createdAt" from sponsor_tiers
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'sponsorGoals',
    ['sponsor_goals'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, title, amount, own_current as "ownCurrent", description, created_at as "createdAt" from sponsor_goals
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: number }>(
    'sponsors',
    ['sponsors'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, source, display_name as "displayName", username, profile_url as "profileUrl",
      monthly_cents as "amountCents", to_char(since, 'YYYY-MM') as since, is_private as "isPrivate",
      is_active as "isActive" from sponsors
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  part<{ id: string }>(
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
      where verified_at is not null) as methods
    where id > ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid order by id limit ${pageSize}`,
  ),
  { name: 'githubEvents', tables: ['github_accounts'], rows: listGithubEventRows },
  part('notificationSettings', ['notification_settings'], (db, memberId, after) =>
    after
      ? Promise.resolve([])
      : many<object>(db)`select muted, emailed from notification_settings where member_id = ${memberId}`,
  ),
]

/** Tables with members in them that the archive does not tell of, and why. */
export const notInArchive: Record<string, string> = {
  images: 'are the archive’s pictures',
  storage_objects: 'are where those are kept',
  archive_links: 'are keys',
  post_keys: 'are names of calls, for a week',
  follow_counts: 'is counted from the follows',
  notification_counts: 'is counted from the notifications',
  reported_posts: 'is of the administrators',
  sponsor_counts: 'is counted from the sponsors',
  suspensions: 'are of members who cannot sign in, and of the administrators',
  link_checks: 'is seen anew at the links’ addresses',
  search_members: 'is made from the profile',
  webmentions: 'are what others have written, elsewhere',
  mail_outbox: 'is for administrators',
  role_changes: 'is the administrators’ audit log',
  site_ownership: 'belongs to the site',
}
