import { type Db, run } from '#kernel/db.ts'

/** The number of livestreams with a chat: those with the ids 1 to 200. */
export const chats = 200

/** 300 messages in each chat, half of them by its broadcaster and half by visitors, and 100 visitors who count as
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
