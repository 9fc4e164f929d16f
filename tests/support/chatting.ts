import assert from 'node:assert/strict'
import { onTestFinished, vi } from 'vitest'
import { one } from '#kernel/db.ts'
import { livestreamEventRoutes } from '#features/live/livestreams/livestream-events.routes.ts'
import { cast, type Name } from './cast.ts'
import { patienceMs } from './patience.ts'
import { ChatMessage, listChatEntries, postChatMessage } from '#features/live/chat/chat.contract.ts'
import { chatModerationRoutes } from '#features/live/chat/chat-moderation.routes.ts'
import { createChatRooms } from '#features/live/chat/chat-rooms.ts'
import { chatRoutes } from '#features/live/chat/chat.routes.ts'

/** How long to wait for events to arrive. */
export const soon = { timeout: patienceMs, interval: 10 }

/** Returns the usual cast with the chat's routes and rooms. */
export async function castChat() {
  const t = await cast([...chatRoutes, ...chatModerationRoutes, ...livestreamEventRoutes])
  const chatRooms = createChatRooms(t.ctx)
  t.ctx.chatRooms = chatRooms
  onTestFinished(() => chatRooms.close())
  let made = 0
  async function streamBy(name: Name, { isPublic = true, status = 'active' } = {}): Promise<number> {
    const row = await one<{ id: number }>(t.db)`
      insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
        description, is_public, status)
      values (${t.members[name].id}, 'embedded', ${`made ${made}`}, ${`played ${made}`}, true, ${`key ${made++}`},
        'Pairing', '', ${isPublic}, ${status}) returning id`
    return row!.id
  }
  const say = async (who: Name | 'stranger', id: number, message: string, username?: string) =>
    ChatMessage.parse((await t[who]('POST', postChatMessage.href({ id }), { message, username })).body)
  const read = async (id: number, after?: number) =>
    (
      await t.stranger<ChatMessage[]>(
        'GET',
        listChatEntries.href({ id }) + (after === undefined ? '' : `?after=${after}`),
      )
    ).body
  const texts = async (id: number) => (await read(id)).map(({ message }) => message)
  const until = (id: number, wanted: string[]) =>
    vi.waitFor(async () => assert.deepEqual(await texts(id), wanted), soon)
  return { ...t, chatRooms, streamBy, say, read, texts, until }
}
