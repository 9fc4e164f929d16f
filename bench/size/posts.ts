import type { Client } from 'pg'
import { seededChance } from '#app/demo/chance.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import { rankOf, word } from '../words.ts'
import { commonTag, commonWord, discussedPost, quiet, rareTag, rareWord, reader, type Scale, star } from './cast.ts'
import { copyRows, withoutIndexes } from './copy.ts'
import { timeAt } from './people.ts'

/** The number of versions of the discussed post, including the current one. */
const versions = 30

/** Adds posts with their tags, versions, links, and search entries. */
export async function seedPosts(client: Client, scale: Scale): Promise<void> {
  await withoutIndexes(client, ['all_posts'], () => copyRows(client, 'all_posts', postColumns, postsOf(scale)))
  await copyRows(client, 'tags', ['name'], tagsOf(scale))
  await withoutIndexes(client, ['post_tags'], () => copyRows(client, 'post_tags', tagColumns, taggedPostsOf(scale)))
  await client.query(`
    update tags set post_count = posts, article_count = articles
    from (
      select tag_id, count(*)::int as posts, count(*) filter (where is_long_form)::int as articles
      from post_tags where not is_withheld group by 1) as counted
    where tags.id = tag_id`)
  await client.query(`
    update post_totals set total = counted.total
    from (select category_id, is_long_form, count(*)::int as total from all_posts where not is_withheld group by 1, 2) as counted
    where (post_totals.category_id, post_totals.is_long_form) = (counted.category_id, counted.is_long_form)`)
  await withoutIndexes(client, ['post_links'], async () => {
    await client.query(`insert into post_links (post_id, key) select id, 'elsewhere.example/' || id from all_posts`)
  })
  await client.query(`
    insert into member_post_counts (member_id, is_long_form, category_id, post_count)
    select member_id, is_long_form, category_id, count(*) from all_posts where not is_withheld group by 1, 2, 3`)
  await client.query(`
    insert into post_months (list, list_id, is_long_form, month, post_count)
    select list, list_id, is_long_form, month_of(created_at), count(*)
    from all_posts cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
    where not is_withheld group by 1, 2, 3, 4`)
  await client.query(`
    insert into post_months (list, list_id, is_long_form, month, post_count)
    select 'tag', tag_id, is_long_form, month_of(created_at), count(*) from post_tags where not is_withheld group by 1, 2, 3, 4`)
  await client.query('insert into post_slugs (slug, post_id) select slug, id from all_posts where slug is not null')
  await seedVersions(client, scale)
  await withoutIndexes(client, ['search_posts'], async () => {
    await client.query(searchSql)
  })
}

/** What `search_words_of` returns for these texts, which have only small letters, in a tenth of the time. */
const searchSql = `
  insert into search_posts (post_id, is_long_form, words)
  select id, is_long_form, setweight(to_tsvector('search', coalesce(title, '')), 'A')
    || setweight(to_tsvector('search', names), 'B') || to_tsvector('search', plain_text)
  from all_posts join (select post_id as id, string_agg(name, ' ' order by place) as names from tags_of_posts group by 1) as tagged using (id)`

const postColumns = [
  'member_id',
  'title',
  'slug',
  'content',
  'content_html',
  'plain_text',
  'excerpt',
  'reading_minutes',
  'category_id',
  'is_long_form',
  'render_version',
  'created_at',
  'updated_at',
  'version',
] as const

function* postsOf(scale: Scale) {
  const chance = seededChance(1)
  const discussed = discussedPost(scale)
  for (let id = 1; id <= scale.posts; id++) {
    const { title, paragraphs } = textOf(id, scale, chance)
    const plain = paragraphs.join('\n')
    const at = timeAt(id / scale.posts)
    yield [
      authorOf(id, scale),
      title,
      title === null ? null : `article-${id}`,
      paragraphs.join('\n\n') + `\n\n[More](https://elsewhere.example/${id})`,
      paragraphs.map((text) => `<p>${text}</p>`).join('') + `<p><a href="https://elsewhere.example/${id}">More</a></p>`,
      plain,
      plain.slice(0, 200),
      Math.ceil(plain.length / 1200),
      categoryOf(id),
      title !== null,
      renderVersion(),
      at,
      at,
      id === discussed ? versions : id % 4 === 3 ? 2 : 1,
    ]
  }
}

const categoryOf = (id: number) => (Math.floor(id / 7) % 5) + 1

/** A quarter of the posts are articles; the star wrote two thirds of them. */
const isArticle = (id: number) => [0, 1, 6].includes(id % 12)

function authorOf(id: number, { posts, members }: Scale): number {
  if (id > posts - 90 && (posts - id) % 9 === 4) return quiet
  if (id % 3 === 0) return star
  if (id % 9 === 1) return reader
  return quiet + 1 + Math.floor((members - quiet) * seededChance(id)() ** 2)
}

/** The lengths repeat after a few posts, so that pages of all sizes have the same mix. */
function textOf(id: number, { posts }: Scale, chance: () => number) {
  const long = isArticle(id)
  const length = long ? 150 + 40 * (id % 10) : 20 + 12 * (id % 7)
  const marks = [...(id % 3 === 1 ? [commonWord] : []), ...(id > posts - 80 && id % 4 === 0 ? [rareWord] : [])]
  const words = [...marks, ...Array.from({ length }, () => word(rankOf(chance())))]
  const paragraphs = Array.from({ length: Math.ceil(words.length / 60) }, (_, at) =>
    words.slice(at * 60, at * 60 + 60).join(' '),
  )
  return { title: long ? `${words.slice(0, 5).join(' ')} ${id}` : null, paragraphs }
}

function* tagsOf({ tags }: Scale) {
  yield [commonTag]
  yield [rareTag]
  for (let id = 3; id <= tags; id++) yield [`topic${id}`]
}

const tagColumns = [
  'post_id',
  'tag_id',
  'place',
  'is_chosen',
  'member_id',
  'is_long_form',
  'category_id',
  'created_at',
  'is_withheld',
] as const

function* taggedPostsOf(scale: Scale) {
  const chance = seededChance(2)
  for (let id = 1; id <= scale.posts; id++) {
    const facts = [authorOf(id, scale), isArticle(id), categoryOf(id), timeAt(id / scale.posts), false]
    const numbers = [
      ...(id % 2 === 0 ? [1] : []),
      ...(id > scale.posts - 40 && id % 4 === 1 ? [2] : []),
      3 + Math.floor((scale.tags - 2) * chance() ** 2),
    ]
    for (const [place, tag] of numbers.entries()) yield [id, tag, place + 1, true, ...facts]
  }
}

/** The discussed post has many versions, and every fourth post has an earlier one. */
const seedVersions = (client: Client, scale: Scale) =>
  client.query(`
    insert into post_versions (post_id, number, editor_id, title, content, content_html, category_id, is_long_form,
      written_at, render_version)
    select id, number, member_id, title, content || ' ' || number, content_html, category_id, is_long_form,
      created_at + number * interval '1 second', render_version
    from all_posts, generate_series(1, case when id = ${discussedPost(scale)} then ${versions - 1} else 1 end) as number
    where id % 4 = 3 or id = ${discussedPost(scale)}`)
