import { type Db, run } from '#kernel/db.ts'

/** 20,000 livestreams by 1,000 members: 20 live, 1,980 upcoming. Half of the descriptions contain a link. */
export async function seedLivestreams(db: Db): Promise<void> {
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public, status, scheduled_at, created_at, state_at)
    select 1 + n % 1000, 'embedded', n, n, true, n, 'Stream ' || n, case when n <= 10000 then 'https://elsewhere.example/' || n else '' end,
      n % 7 <> 0,
      case when n % 1000 = 0 then 'active' else 'idle' end,
      case when n % 10 = 0 then now() + n * interval '1 hour' when n % 3 = 0 then now() - interval '1 day' end,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, 20000) n`
  await run(db)`insert into chat_rooms (livestream_id) select id from all_livestreams`
  await run(db)`
    insert into livestream_links (livestream_id, key)
    select id, key from all_livestreams, livestream_links_of(description) key`
}
