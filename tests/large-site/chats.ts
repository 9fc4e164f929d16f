import { type Db, run } from '#kernel/db.ts'

/** The number of livestreams with a chat; their ids are 1 to 200. */
export const chats = 200

/** Each chat has 300 messages, half from its broadcaster and half from visitors, and 100 visitors who count as
 *  viewers. */
export async function seedChats(db: Db): Promise<void> {
  await run(db)`
    insert into chat_messages (livestream_id, member_id, username, message)
    select livestream, case when n % 2 = 0 then 1 + livestream % 1000 end, 'Vera', 'x'
    from generate_series(1, ${chats}::int) livestream, generate_series(1, 300) n`
  await run(db)`
    insert into chat_talkers (livestream_id, name, last_at)
    select livestream, 'Visitor ' || n, now()
    from generate_series(1, ${chats}::int) livestream, generate_series(1, 100) n`
}
