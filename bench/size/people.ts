import type { Client } from 'pg'
import { accounts, quiet, reader, type Scale, star } from './cast.ts'
import { copyRows } from './copy.ts'

/** Adds the members who have not signed up, and who follows whom. */
export async function seedPeople(client: Client, scale: Scale): Promise<void> {
  await copyRows(
    client,
    'all_members',
    ['issuer', 'subject', 'username', 'display_name', 'title', 'bio', 'skills', 'github_username', 'created_at'],
    membersOf(scale),
  )
  await copyRows(client, 'follows', ['follower_id', 'following_id', 'created_at'], followsOf(scale))
  await client.query(`
    insert into follow_counts (member_id, followers_count, following_count)
    select member_id, sum(followers), sum(following) from (
      select following_id as member_id, 1 as followers, 0 as following from follows
      union all select follower_id, 0, 1 from follows) as sides
    group by member_id`)
  await client.query(`
    insert into search_members (member_id, words) select id, search_words_of(member) from all_members as member
    on conflict do nothing`)
}

function* membersOf({ members }: Scale) {
  for (let id = accounts.length + 1; id <= members; id++)
    yield [
      'bench',
      String(id),
      `member${id}`,
      `Member ${id}`,
      'Software Developer',
      'I write software and take long walks.',
      '{SQL,TypeScript}',
      id % 10 === 0 ? `github${id}` : null,
      timeAt(id / members),
    ]
}

/** Everyone follows the star. The reader follows 40 members, the quiet member follows no one, and all others follow the
 *  ten members after them. */
function* followsOf({ members }: Scale) {
  for (let id = 2; id <= members; id++) {
    if (id === quiet) continue
    yield [id, star, timeAt(id / members)]
    const count = id === reader ? 40 : 10
    for (let step = 1; step <= count; step++) {
      const following = 2 + ((id - 2 + step) % (members - 1))
      yield [id, following, timeAt(id / members)]
    }
  }
}

const spanMs = 5 * 365 * 24 * 60 * 60 * 1000
const endMs = Date.parse('2026-11-01T00:00:00Z')

/** Returns a time in the site's five years. @param share 0: its beginning, 1: its end */
export const timeAt = (share: number): string => new Date(endMs - Math.round((1 - share) * spanMs)).toISOString()
