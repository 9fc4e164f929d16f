import assert from 'node:assert/strict'
import { many, one, run, sql } from '#kernel/db.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { putDraft } from '#features/writing/drafts/drafts.contract.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { type Post, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { createProject } from '#features/work/projects/projects.contract.ts'
import { uploadPicture } from '#features/writing/uploads/uploads.contract.ts'
import { saveLanguage } from '#features/discovery/languages/languages.contract.ts'
import { testApplication } from './application.ts'
import { tasksOf } from './jobs.ts'
import { jpeg } from './storage.ts'

/** Opens a site with Ada, the administrator, and Linus, who deletes his account. */
export async function siteWithLinus(settings: Record<string, string> = {}) {
  const t = await testApplication(settings)
  const as =
    (token: string | null) =>
    async <Body>(method: string, target: string, body?: unknown) => {
      const response = await t.call(method, target, { token, body })
      const text = await response.text()
      return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Body }
    }
  const tokens = { ada: await t.register('adawrites'), linus: await t.register('linusleaves') }
  const people = { ada: as(tokens.ada), linus: as(tokens.linus), stranger: as(null) }
  const idOf = async (who: 'ada' | 'linus') => (await people[who]<{ id: number }>('GET', getViewer.path)).body.id
  const ids = { ada: await idOf('ada'), linus: await idOf('linus') }
  const post = async (who: 'ada' | 'linus', content = 'Words') =>
    (await people[who]<Post>('POST', publishPost.path, { content })).body
  const leave = (posts: 'remove' | 'keep') =>
    people.linus<{ code: string; message: string }>('POST', deleteAccount.path, { posts })
  return { ...t, ...people, as, ids, tokens, post, leave }
}
export type Site = Awaited<ReturnType<typeof siteWithLinus>>

/** Runs the jobs queued by an account deletion. */
export async function tidy({ db, ctx }: Pick<Site, 'db' | 'ctx'>): Promise<void> {
  const tasks = tasksOf(
    ctx.features.flatMap(({ workers = [] }) => workers),
    ctx,
  )
  for (const name of ['departures.tidy', 'pictures.of-deleted-account']) {
    const left = await many<{ payload: unknown }>(db)`
      delete from graphile_worker._private_jobs where task_id =
        (select id from graphile_worker._private_tasks where identifier = ${name}) returning payload`
    for (const { payload } of left) await tasks[name]!(payload)
  }
}

/** Returns the stored counts that differ from the number of rows they count. */
export const wrongCounts = ({ db }: Pick<Site, 'db'>) => many(db)`
  select 'likes of ' || post_id as what from like_counts c
    where like_count <> (select count(*) from likes l where l.post_id = c.post_id)
  union all select 'total of ' || category_id from post_totals t
    where total <> (select count(*) from posts p
      where (p.is_long_form, p.category_id) = (t.is_long_form, t.category_id))
  union all select 'posts of member ' || member_id from member_post_counts c
    where post_count <> (select count(*) from all_posts p
      where not is_withheld and (p.member_id, p.is_long_form, p.category_id) = (c.member_id, c.is_long_form, c.category_id))
  union all select kind || 's of member ' || owner_id from moderation_counts c
    where item_count <> case kind
      when 'comment' then (select count(*) from comments where (owner_id, status) = (c.owner_id, c.status))
      else (select count(*) from webmentions where (owner_id, status) = (c.owner_id, c.status) and state = 'verified') end
  union all select kind || 's ' || status from (
    select kind, status, item_count from moderation_totals
    union all select kind, status, -item_count from moderation_counts) as parts
    group by kind, status having sum(item_count) <> 0
  union all select 'members who are ' || role || ', ' || standing from (
    select role, standing, member_count from member_totals
    union all select role, standing, -1 from all_members) as parts
    group by role, standing having sum(member_count) <> 0
  union all select 'posts of ' || name from tags
    where post_count <> (select count(*) from post_tags where tag_id = tags.id and not is_withheld)
  union all select 'follows of ' || member_id from follow_counts c
    where (followers_count, following_count) <> ((select count(*) from follows where following_id = member_id),
      (select count(*) from follows where follower_id = member_id))`

/** Columns that may refer to a deleted member: the author of posts, the editor of others' posts, the owner of pictures
 *  in those posts, and the administrator who took an action. */
export const stays = new Set([
  'all_posts.member_id',
  'like_counts.member_id',
  'member_post_counts.member_id',
  'moderation_counts.owner_id',
  'all_posts.editor_id',
  'post_tags.member_id',
  'post_versions.editor_id',
  'images.member_id',
  'storage_objects.owner_id',
  'post_tombstones.deleted_by',
  'all_comments.member_id',
  'all_comments.owner_id',
  'all_comments.moderated_by',
  'all_comments.moderator_before_deletion',
  'comment_blocks.created_by',
  'reported_posts.closed_by',
  'mail_outbox.handled_by',
  'role_changes.member_id',
  'role_changes.changed_by',
  'suspensions.suspended_by',
  'webmentions.owner_id',
  'webmentions.moderated_by',
])

/** Returns every column that is a foreign key to members or is named member_id. */
export const memberColumns = ({ db }: Pick<Site, 'db'>) => many<{ table: string; column: string }>(db)`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'all_members'::regclass
    union select attrelid::regclass::text, attname from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'member_id' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1, 2`

/** Returns the columns that contain this member's id. */
export async function columnsNaming({ db }: Pick<Site, 'db'>, memberId: number): Promise<string[]> {
  const naming: string[] = []
  for (const { table, column } of await memberColumns({ db })) {
    const found = await one(db)`select from ${sql.table(table)} where ${sql.ref(column)} = ${memberId} limit 1`
    if (found) naming.push(`${table}.${column}`)
  }
  return naming
}

/** The text of Linus's post: one word, so that the search index contains it too, and too long to occur by chance. */
export const textOfLinus = 'Linusferrynotebook'

/** Makes Linus do everything that a member can do here. The picture is not used in any post. */
export async function fillLinusAccount({ linus, ada, ids, post, db }: Site) {
  const [hers, his] = [await post('ada', 'Hers'), await post('linus', textOfLinus)]
  await run(db)`
    insert into site_pages (slug, title, content, content_html, description, render_version, is_in_navigation, is_published, author_id)
    values ('now', 'Now', '', '', '', 1, false, true, ${ids.linus})`
  await run(db)`insert into series (member_id, slug, name) values (${ids.linus}, 'ferries', 'Ferries')`
  await run(db)`
    insert into redirects (from_path, match_key, target, origin, member_id)
    values ('/old', '/old', '/', 'manual', ${ids.linus})`
  await run(db)`insert into address_checks (member_id) values (${ids.linus})`
  await run(db)`
    insert into import_runs (member_id, name, size_bytes, state) values (${ids.linus}, 'linusleaves.zip', 1, 'done')`
  assert.equal((await linus('PUT', saveLanguage.path, { language: 'de' })).status, 204)
  await linus('POST', likePost.href({ id: hers.id }))
  await ada('POST', likePost.href({ id: his.id }))
  await linus('POST', likePost.href({ id: his.id }))
  await linus('POST', followMember.href({ id: ids.ada }))
  await ada('POST', followMember.href({ id: ids.linus }))
  const draft = { title: 'A draft', content: 'Draft', categoryId: null, baseUpdatedAt: null, updatedAt: null }
  assert.equal((await linus('PUT', putDraft.href({ key: '0'.repeat(32) }), { ...draft, postId: his.id })).status, 200)
  await run(db)`insert into post_keys (member_id, key, post_id) values (${ids.linus}, 'a key of his', ${his.id})`
  await run(db)`insert into imports (member_id, source_key, post_id) values (${ids.linus}, 'imported', ${his.id})`
  await linus('PATCH', updatePost.href({ id: his.id }), { content: `${textOfLinus}, edited` })
  await run(db)`with invitation as (
      insert into invitations (token_hash, max_uses, created_by, expires_at)
      values (sha256('linus'), 1, ${ids.linus}, now()) returning id)
    insert into invitation_uses (invitation_id, subject, member_id, joined_at)
    select id, 'account of linusleaves', ${ids.linus}, now() from invitation`
  await run(db)`insert into former_usernames (member_id, username) values (${ids.linus}, 'linusearlier')`
  await run(db)`insert into pins (post_id, member_id) values (${his.id}, ${ids.linus})`
  await run(db)`insert into work_availability (member_id, text) values (${ids.linus}, 'Ferries')`
  await run(db)`insert into profile_links (member_id, links) values (${ids.linus}, '[]')`
  await linus('POST', createProject.path, { title: 'Ferry times', description: 'When the next ferry leaves.' })
  await run(db)`insert into link_checks (member_id, url, profile_url, due_at) values (${ids.linus}, '', '', now())`
  await run(db)`insert into archive_links (hash, member_id, email, expires_at) values ('', ${ids.linus}, '', now())`
  await run(db)`insert into mutes (member_id, muted_id) values (${ids.linus}, ${ids.ada}), (${ids.ada}, ${ids.linus})`
  await run(db)`with tag as (insert into tags (name) values ('ferries') returning id),
    following as (insert into tag_follows (tag_id, member_id) select id, ${ids.linus} from tag)
    insert into post_tags
    select all_posts.id, tag.id, 1, true, member_id, is_long_form, category_id, all_posts.created_at, is_withheld
    from all_posts, tag where all_posts.id = ${his.id}`
  await run(db)`insert into muted_words (member_id, word, folded) values (${ids.linus}, 'word', 'word')`
  await run(db)`insert into draft_schedules (member_id, draft_key, publish_at, time_zone)
    values (${ids.linus}, ${'0'.repeat(32)}, now() + interval '1 day', 'UTC')`
  await run(db)`
    insert into draft_links (member_id, draft_key, token) values (${ids.linus}, ${'0'.repeat(32)}, ${'t'.repeat(32)})`
  await ada('PUT', putDraft.href({ key: '1'.repeat(32) }), { ...draft, postId: null })
  await run(db)`
    insert into draft_comments (owner_id, draft_key, member_id, author_name, content, content_html)
    values (${ids.ada}, ${'1'.repeat(32)}, ${ids.linus}, '', 'Said', '<p>Said</p>'),
      (${ids.linus}, ${'0'.repeat(32)}, ${ids.ada}, '', 'Said', '<p>Said</p>')`
  const comments = [
    [hers.id, ids.ada, ids.linus],
    [his.id, ids.linus, ids.ada],
  ]
  for (const [postId, ownerId, memberId] of comments) {
    await run(db)`
      insert into comments (post_id, owner_id, member_id, author_name, content, content_html, status)
      values (${postId}, ${ownerId}, ${memberId}, '', 'Said', '<p>Said</p>', 'approved')`
  }
  await run(db)`
    insert into comment_blocks (owner_id, kind, value, label, created_by)
    values (${ids.linus}, 'domain', 'elsewhere.example', '', ${ids.linus}),
      (${ids.ada}, 'member', ${String(ids.linus)}, 'linusleaves', ${ids.ada})`
  await run(db)`insert into reported_posts (post_id) values (${hers.id})`
  await run(db)`insert into reports (post_id, member_id, reason) values (${hers.id}, ${ids.linus}, 'spam')`
  await run(db)`insert into notification_settings (member_id) values (${ids.linus})`
  await run(db)`
    insert into push_devices (member_id, endpoint, p256dh, auth, server_key, name, locale)
    values (${ids.linus}, 'https://push.example/linus', 'B', 'a', 'k', 'Firefox on Linux', 'en')`
  await run(db)`insert into resumes (member_id, document) values (${ids.linus}, '{}')`
  await run(db)`insert into talks (member_id, talks) values (${ids.linus}, '[{"title": "Ferries"}]')`
  await run(db)`insert into testimonials (member_id, quotes) values (${ids.linus}, '[{"text": "Kind", "name": "Ada"}]')`
  await run(db)`insert into sponsor_tiers (member_id, name, amount_cents) values (${ids.linus}, 'Coffee', 500)`
  await run(db)`insert into sponsor_goals (member_id, title, amount) values (${ids.linus}, 'A goal', 100)`
  await run(db)`insert into sponsors (member_id, source, is_private) values (${ids.linus}, 'manual', true)`
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public) values (${ids.linus}, 'embedded', 'made', 'played', true, 'key', 'Pairing', '', true)`
  await run(db)`insert into chat_messages (livestream_id, member_id, username, message)
    select id, ${ids.linus}, 'linusleaves', 'Said' from all_livestreams`
  await run(db)`insert into chat_bans (owner_id, member_id, name)
    values (${ids.linus}, ${ids.ada}, ''), (${ids.ada}, ${ids.linus}, 'linusleaves')`
  await run(db)`update members set github_username = 'linusleaves' where id = ${ids.linus}`
  const form = new FormData()
  form.append('bucketName', 'post-images')
  form.append('file', new File([await jpeg()], 'a.jpg', { type: 'image/jpeg' }))
  const { body } = await linus<{ publicUrl: string }>('POST', uploadPicture.path, form)
  return { hers, his, picture: body.publicUrl }
}
