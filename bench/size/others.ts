import type { Client } from 'pg'
import { emptyDocument } from '#features/people/resumes/resumes.contract.ts'
import { discussedPost, reader, type Scale, star } from './cast.ts'

/** A draft of the reader, with a link to share it. */
export const draftKey = '0123456789abcdef0123456789abcdef'
export const draftToken = 'abcdefghijklmnopqrstuvwxyz012345'

/** Adds everything besides posts, members, and reactions. */
export async function seedOthers(client: Client, scale: Scale): Promise<void> {
  const part = (sql: string) =>
    client.query(sql.replaceAll(':n', String(scale.others)).replaceAll(':m', String(scale.members)))
  await part(work)
  await part(live)
  await part(writing(scale))
  await part(administration)
  await part(people)
}

const times = `timestamptz '2026-11-01' - n * interval '1 minute'`

const work = `
  insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset,
    demo_video_url, deployment_url, github_url, technologies, technology_keys, is_featured, position)
  select case when n % 2 = 0 then ${star} else 1 + n % :m end, 'Project ' || n, 'A project about trains', '', '', '', '', '', '', array['T' || n % 5],
    array['t' || n % 5], n % 20 = 0, n from generate_series(1, :n) n;
  insert into search_projects (project_id, words) 
  select id, setweight(to_tsvector('search', search_text(title)), 'A') || to_tsvector('search', search_text(description))
  from all_projects;
  insert into sponsor_tiers (member_id, name, amount_cents)
  select ${star}, 'Tier ' || n, n * 500 from generate_series(1, 5) n;
  insert into sponsor_goals (member_id, title, amount) values (${star}, 'A goal', 10000);
  insert into sponsors (member_id, source, display_name, is_private, monthly_cents, since)
  select ${star}, 'manual', 'Sponsor ' || n, false, 500, '2025-01-01' from generate_series(1, :n) n;
  insert into sponsor_counts (member_id, sponsor_count, monthly_cents)
  select member_id, count(*), sum(monthly_cents) from sponsors group by 1;
  update all_members set github_username = 'github1' where id = ${star};
  insert into github_accounts (member_id, username, is_current, github_id, due_at, synced_at, covered_since)
  select id, github_username, true, id, 'infinity', now(), '2024-01-01' from all_members where github_username is not null order by id;
  insert into github_events (account_id, github_id, type, activity_type, repo_name, details, url, key, created_at)
  select account.id, account.id || '-' || n, 'PushEvent', 'push', 'owner/repository-' || n % 50, 'main at ' || md5(n::text),
    'https://github.com/', n, ${times}
  from github_accounts account, generate_series(1, case when member_id = ${star} then :n else 5 end) n;
  insert into github_day_counts (account_id, day, type, event_count)
  select account_id, created_at::date, type, count(*) from github_events group by 1, 2, 3`

const live = `
  insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, title, description,
    is_public, status, scheduled_at, created_at, state_at)
  select case when n % 2 = 0 then ${star} else 1 + n % :m end, 'embedded', n, n, true, 'Stream ' || n, 'About trains', true, 'idle',
    case when n % 10 = 0 then timestamptz '2036-01-01' + n * interval '1 hour' end, ${times}, ${times}
  from generate_series(1, :n) n;
  insert into chat_rooms (livestream_id) select id from all_livestreams;
  insert into livestream_recordings (livestream_id, recording_id, title, started_at, seconds)
  select n, 'recording' || n, 'Recording ' || n, ${times}, 60 from generate_series(1, :n) n;
  insert into chat_messages (livestream_id, member_id, username, message, created_at)
  select 10, case when n % 2 = 0 then 1 + n % :m end, 'Vera', 'A message', ${times} from generate_series(1, :n * 10) n;
  insert into chat_talkers (livestream_id, name, last_at)
  select 10, 'Visitor ' || n, ${times} from generate_series(1, 100) n`

const writing = (scale: Scale) => `
  insert into series (member_id, slug, name)
  select ${star}, 'series-' || n, 'Series ' || n from generate_series(1, greatest(2, :n / 20)) n;
  insert into series_posts (post_id, series_id, part)
  select id, 1 + (number - 1) / 8, number
  from (select id, row_number() over (order by id desc)::int as number from all_posts
    where is_long_form and member_id = ${star} limit least(16, :n)) as posts;
  insert into pins (post_id, member_id, created_at)
  select id, member_id, now() from all_posts where member_id in (${star}, ${reader}) order by id desc limit 6;
  insert into drafts (member_id, key, title, content)
  select case when n <= 20 then ${reader} else 1 + n % :m end,
    case n when 1 then '${draftKey}' else md5(n::text) end, 'Draft ' || n, 'Some words'
  from generate_series(1, 20 + :n) n;
  insert into draft_links (member_id, draft_key, token) values (${reader}, '${draftKey}', '${draftToken}');
  insert into draft_comments (owner_id, draft_key, author_name, content, content_html)
  select ${reader}, '${draftKey}', 'Vera', 'Well said', '<p>Well said</p>' from generate_series(1, 5);
  insert into tag_follows (member_id, tag_id)
  select ${reader}, n from generate_series(1, 10) n
  union select 4 + n % (:m - 4), 1 + n % 20 from generate_series(1, :n) n;
  insert into site_pages (slug, title, content, content_html, description, render_version, is_in_navigation, is_published, published_at)
  select case n when 1 then 'about' else 'page-' || n end, 'Page ' || n, 'Words', '<p>Words</p>', '', 6, n <= 3, true, now()
  from generate_series(1, 20) n;
  insert into sent_webmentions (post_id, source, target, state)
  select ${discussedPost(scale)}, 'https://devstead.example/post', 'https://elsewhere.example/' || n, 'sent'
  from generate_series(1, 30) n
  union all select 1 + n % ${scale.posts}, 'https://devstead.example/post', 'https://other.example/' || n, 'failed'
  from generate_series(1, :n) n;
  insert into reported_posts (post_id, reported_at, closed_at)
  select n, ${times}, case when n > 15 then now() end from generate_series(1, :n) n;
  insert into reports (post_id, member_id, reason, reported_at) select post_id, 4, 'spam', reported_at from reported_posts`

const administration = `
  insert into site_settings (settings, version) values ('{"sectionsOff": [], "contactForm": true}', 1);
  insert into audit_log (action, actor_kind, actor_id, subject_id, target, recorded_at)
  select case when n % 10 = 0 then 'member.suspended' else 'post.hidden' end, 'member', 1 + n % 2, 4, '/post/' || n, ${times}
  from generate_series(1, :n * 10) n;
  insert into role_changes (member_id, change, via, changed_by, changed_at)
  select 1 + n % :m, 'moderator_granted', 'member', ${star}, ${times} from generate_series(1, :n) n;
  insert into mail_outbox (recipient, subject, body, had_link, created_at)
  select 'a@example.org', 'Subject ' || n, 'Words', false, ${times} from generate_series(1, :n) n;
  insert into invitations (token_hash, max_uses, created_by, created_at, expires_at)
  select sha256(n::text::bytea), 10, ${star}, ${times}, '2036-01-01' from generate_series(1, :n) n;
  insert into invitation_uses (invitation_id, subject, member_id, created_at, joined_at)
  select 1 + n % :n, n, n, ${times}, ${times} from generate_series(4, 24) n;
  insert into redirects (from_path, match_key, target, origin)
  select '/old/' || n, '/old/' || n, '/post/' || n, 'import' from generate_series(1, :n) n;
  insert into contact_messages (name, email, message, folder, doubts, created_at)
  select 'Vera', 'vera@example.org', 'Message ' || n, (array['inbox', 'archive', 'spam'])[1 + n % 3], '{}', ${times}
  from generate_series(1, :n) n;
  insert into address_checks (member_id, state) values (${star}, 'done');
  insert into checked_addresses (check_id, place, address) select 1, n, '/old/' || n from generate_series(1, :n) n;
  insert into policy_reports (directive, blocked, page) select 'img-src', 'https://' || n, '/' from generate_series(1, 20) n;
  insert into suspensions (member_id, reason) select id, 'Spam' from all_members where id > :m - 20;
  update all_members set standing = 'suspended' where id > :m - 20;
  delete from member_totals;
  insert into member_totals (part, role, standing, member_count)
  select id % 16, role, standing, count(*) from all_members group by 1, 2, 3`

const people = `
  insert into resumes (member_id, document, is_published) select id, '${JSON.stringify(emptyDocument)}', true from all_members where id % 2 = 1;
  insert into mutes (member_id, muted_id) select ${reader}, n from generate_series(:m - 35, :m - 25) n;
  insert into mutes (member_id, muted_id)
  select distinct 4 + n % (:m - 30), ${reader} from generate_series(1, :n) n;
  insert into muted_words (member_id, word, folded) select ${reader}, 'spoiler' || n, 'spoiler' || n from generate_series(1, 5) n;
  insert into comment_blocks (owner_id, kind, value, label)
  select ${star}, 'domain', 'spam' || n || '.example', 'spam' from generate_series(1, 20) n;
  insert into profile_links (member_id, links)
  select id, '[{"label": "Site", "url": "https://a.example"}]' from all_members where id % 2 = 1;
  insert into work_availability (member_id, text) select id, 'Contract work' from all_members where id % 3 = 1;
  insert into talks (member_id, talks) values (${star},
    '[{"title": "A talk", "event": "", "place": "", "date": "2024", "slidesUrl": "", "videoUrl": "", "description": ""}]');
  insert into testimonials (member_id, quotes) values (${star}, '[{"text": "Good", "name": "Vera", "role": "", "url": ""}]');
  insert into former_usernames (member_id, username) select id, 'former' || id from all_members where id % 10 = 0;
  insert into import_runs (member_id, name, size_bytes, state) select ${star}, 'posts.zip', 1, 'done' from generate_series(1, 10)`
