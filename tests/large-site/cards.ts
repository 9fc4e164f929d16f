import { type Db, run } from '#kernel/db.ts'

/** Every post has a GitHub preview, and the first post has ten. No preview is due for a refresh within the next
 *  hour. */
export async function seedCards(db: Db): Promise<void> {
  await run(db)`
    insert into github_cards (address, facts, due_at)
    select 'https://github.com/owner/name' || id, '{}', now() + interval '1 hour' from all_posts order by id`
  await run(db)`
    insert into github_card_posts (post_id, card_id)
    select id, id from all_posts union select 1, id from github_cards where id <= 10`
}
