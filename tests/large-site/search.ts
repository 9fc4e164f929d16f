import { type Db, run } from '#kernel/db.ts'

export async function seedSearch(db: Db): Promise<void> {
  await run(db)`
    insert into search_members (member_id, words) select id, search_words_of(member) from all_members member`
  // Parses each distinct string only once.
  await run(db)`
    with texts as materialized (
      select title, plain_text, search_words_of(post) as words from all_posts post
      where id in (select min(id) from all_posts group by title, plain_text))
    insert into search_posts (post_id, is_long_form, words)
    select id, is_long_form, words from all_posts post
      join texts on texts.plain_text = post.plain_text and texts.title is not distinct from post.title`
}
