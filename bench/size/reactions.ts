import type { Client } from 'pg'
import { seededChance } from '#app/demo/chance.ts'
import { discussedPost, type Scale, star } from './cast.ts'
import { copyRows, withoutIndexes } from './copy.ts'
import { timeAt } from './people.ts'

/** Adds likes, comments, and webmentions, and their counts. */
export async function seedReactions(client: Client, scale: Scale): Promise<void> {
  await withoutIndexes(client, ['likes'], () =>
    copyRows(client, 'likes', ['post_id', 'member_id', 'created_at'], likesOf(scale)),
  )
  await withoutIndexes(client, ['like_counts'], async () => {
    await client.query(`
      insert into like_counts (post_id, like_count, is_long_form, category_id, created_at, is_withheld, member_id)
      select id, like_count, is_long_form, category_id, created_at, is_withheld, member_id from all_posts
      join (select post_id as id, count(*)::int as like_count from likes group by 1) as counted using (id)`)
  })
  await client.query(`
    update member_post_counts counts set liked_count = liked.posts from (
      select member_id, is_long_form, category_id, count(*)::int as posts from like_counts where not is_withheld group by 1, 2, 3) as liked
    where (counts.member_id, counts.is_long_form, counts.category_id) = (liked.member_id, liked.is_long_form, liked.category_id)`)
  await client.query(`
    insert into liked_post_totals (is_long_form, category_id, part, post_count)
    select is_long_form, category_id, member_id % 16, sum(liked_count) from member_post_counts group by 1, 2, 3`)
  await withoutIndexes(client, ['all_comments'], () =>
    copyRows(client, 'all_comments', commentColumns, commentsOf(scale)),
  )
  await client.query(`update all_comments set owner_id = member.id from all_posts as post, all_members as member
    where post.id = post_id and member.id = post.member_id and owner_id <> member.id`)
  await client.query(`
    insert into comment_counts (post_id, comment_count) select post_id, count(*) from all_comments
    where status = 'approved' and not is_withheld and post_id is not null group by post_id`)
  await withoutIndexes(client, ['webmentions'], () =>
    copyRows(client, 'webmentions', webmentionColumns, webmentionsOf(scale)),
  )
  await client.query(`update webmentions set owner_id = member_id from all_posts as post where post.id = post_id`)
  await client.query(`
    insert into webmention_counts (post_id, webmention_count) select post_id, count(*) from webmentions
    where status = 'approved' and state = 'verified' and post_id is not null group by post_id`)
  await client.query(`
    insert into moderation_counts (owner_id, kind, status, item_count)
    select owner_id, 'comment', status, count(*) from all_comments where not is_withheld and status <> 'deleted' group by 1, 3
    union all
    select owner_id, 'webmention', status, count(*) from webmentions where state = 'verified' and status <> 'deleted' group by 1, 3`)
  await client.query(`
    insert into moderation_totals (part, kind, status, item_count)
    select owner_id % 16, kind, status, sum(item_count) from moderation_counts group by 1, 2, 3`)
}

/** Five likes per post on average: most posts have two to five, and few have hundreds. All members like the discussed
 *  post. */
function* likesOf(scale: Scale) {
  const chance = seededChance(3)
  const { members } = scale
  const discussed = discussedPost(scale)
  for (let post = 1; post <= scale.posts; post++) {
    const wanted = post === discussed ? members : Math.floor(2.75 / Math.sqrt(1 - chance()))
    const first = Math.floor(chance() * members)
    for (let at = 0; at < Math.min(wanted, members); at++)
      yield [post, 1 + ((first + at) % members), timeAt(Math.min(1, post / scale.posts + at / 1e6))]
  }
}

const commentColumns = [
  'post_id',
  'owner_id',
  'parent_id',
  'member_id',
  'author_name',
  'content',
  'content_html',
  'status',
  'created_at',
] as const

/** Entries that wait for a moderator; their number does not depend on the size of the site. */
const pending = 40

/** One comment per post on average. A fiftieth are on the discussed post, and as many are guestbook entries. Every third
 *  of these is a reply. */
function* commentsOf(scale: Scale) {
  const chance = seededChance(4)
  const discussed = discussedPost(scale)
  const many = Math.max(150, Math.floor(scale.comments / 50))
  for (let id = 1; id <= scale.comments; id++) {
    const post = id <= many ? discussed : id <= 2 * many ? null : 1 + Math.floor(scale.posts * chance())
    const isReply = id <= 2 * many && id % 3 === 0 && id !== many + 1
    const member = id % 2 === 0 ? 2 + Math.floor((scale.members - 1) * chance()) : null
    const text = `Well said, this is comment ${id} about it.`
    const at = timeAt(id / scale.comments)
    yield [
      post,
      star,
      isReply ? id - 1 : null,
      member,
      `Visitor ${id}`,
      text,
      `<p>${text}</p>`,
      statusOf(id, scale.comments),
      at,
    ]
  }
}

function statusOf(id: number, total: number): string {
  if (id > total - pending) return 'pending'
  if (id % 10 === 7) return 'spam'
  return id % 20 === 5 ? 'deleted' : 'approved'
}

const webmentionColumns = [
  'source_url',
  'target_url',
  'source_host',
  'target_path',
  'owner_id',
  'post_id',
  'state',
  'status',
  'type',
  'author_name',
  'author_url',
  'content',
  'content_html',
  'url',
  'published_at',
  'created_at',
  'received_at',
  'verified_at',
] as const

const types = ['mention', 'in-reply-to', 'like-of', 'repost-of']

/** A fiftieth of the webmentions are about the discussed post. */
function* webmentionsOf(scale: Scale) {
  const chance = seededChance(5)
  const many = Math.max(40, Math.floor(scale.webmentions / 50))
  for (let id = 1; id <= scale.webmentions; id++) {
    const post = id <= many ? discussedPost(scale) : 1 + Math.floor(scale.posts * chance())
    const url = `https://site${id % 1000}.example/${id}`
    const at = timeAt(id / scale.webmentions)
    const host = `site${id % 1000}.example`
    yield [
      url,
      `https://devstead.example/post/${post}`,
      host,
      `/post/${post}`,
      star,
      post,
      'verified',
      statusOf(id, scale.webmentions),
      types[id % types.length],
      `Writer ${id}`,
      `https://${host}/`,
      'Said there',
      '<p>Said there</p>',
      url,
      at,
      at,
      at,
      at,
    ]
  }
}
