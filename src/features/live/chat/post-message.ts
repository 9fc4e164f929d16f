import { createHmac } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Call, Context, Member } from '#kernel/http.ts'
import { networkOf } from '#kernel/networks.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { canModerateChat, chatIsClosed, type ChatInput, type ChatMessage } from './chat.contract.ts'
import { chatMessageAdded } from './chat.events.ts'
import { addMessage, findNameConflict, type NewMessage, type Writer } from './chat.store.ts'
import { findBan } from './chat-bans.store.ts'
import type { RoomRow } from './chat-rooms.store.ts'

/** Posts a message to the chat. @throws AppError forbidden, conflict, rate_limited, not_found */
export async function postMessage(
  call: Pick<Call<Member | null>, 'ctx' | 'member' | 'ip' | 'consume'>,
  { livestreamId, room, message, username }: ChatInput & { livestreamId: number; room: RoomRow },
): Promise<ChatMessage> {
  const { ctx, member, ip } = call
  const writer = member ? { memberId: member.id, sender: null } : { memberId: null, sender: await senderOf(ctx, ip) }
  const isModerator = canModerateChat(member, room.broadcasterId)
  if (!room.isOpen && !isModerator) throw new AppError('forbidden', chatIsClosed())
  await ensureNotBanned(ctx, room, writer)
  const author = { ...writer, livestreamId, username: member ? '' : username }
  await ensureNameIsFree(ctx, author)
  if (!isModerator) await enforceSlowMode(call, livestreamId, room.slowModeSeconds, writer)
  const saved = await saveMessage(ctx, { ...author, message })
  if (!saved) {
    await ensureNotBanned(ctx, room, writer) // changed in the meantime
    await ensureNameIsFree(ctx, author)
  }
  await ctx.chatRooms.hint(livestreamId)
  return found(saved, 'Livestream')
}

/** Saves the message and emits `chatMessageAdded`. @returns null for the same reasons as `addMessage` */
export const saveMessage = (ctx: Pick<Context, 'db' | 'emit'>, newMessage: NewMessage): Promise<ChatMessage | null> =>
  inTransaction(ctx.db, async (db) => {
    const message = await addMessage(db, newMessage)
    if (message) await ctx.emit(db, chatMessageAdded, { livestreamId: newMessage.livestreamId })
    return message
  })

const nameConflicts = {
  reserved: () => t('This name belongs to a member of this site. Choose another one.'),
  'in use': () => t('Someone else here is using this name. Choose another one.'),
}

async function ensureNameIsFree({ db }: Context, author: Parameters<typeof findNameConflict>[1]): Promise<void> {
  const conflict = await findNameConflict(db, author)
  if (!conflict) return
  const message = nameConflicts[conflict]()
  throw new AppError('conflict', message, { issues: [{ path: 'username', message }] })
}

async function ensureNotBanned({ db, clock }: Context, { broadcasterId }: RoomRow, writer: Writer): Promise<void> {
  const ban = await findBan(db, broadcasterId, writer)
  if (!ban) return
  if (!ban.until) throw new AppError('forbidden', t('You cannot send messages in this chat.'))
  const seconds = Math.max(1, Math.ceil((ban.until.getTime() - clock.now()) / 1000))
  throw new AppError('forbidden', timedOut(seconds))
}

const timedOut = (seconds: number): string =>
  seconds > 60
    ? t('You’ve been timed out. You can send messages again in {minutes, plural, one {# minute} other {# minutes}}.', {
        minutes: Math.ceil(seconds / 60),
      })
    : t('You’ve been timed out. You can send messages again in {seconds, plural, one {# second} other {# seconds}}.', {
        seconds,
      })

/** Enforces the minimum time between messages from the same person. */
async function enforceSlowMode(
  { consume }: Pick<Call<Member | null>, 'consume'>,
  livestreamId: number,
  perSeconds: number,
  { memberId, sender }: Writer,
): Promise<void> {
  if (perSeconds === 0) return
  const who = sender?.toString('hex') ?? String(memberId)
  const wait = await consume({ name: `slow chat ${livestreamId} of ${perSeconds}`, max: 1, perSeconds }, who)
  if (wait === null) return
  const message = t(
    'Slow mode is on. You can send your next message in {wait, plural, one {# second} other {# seconds}}.',
    { wait },
  )
  throw new AppError('rate_limited', message, { retryAfterSeconds: wait })
}

/** Returns a keyed hash that identifies the visitor's network without revealing it. */
const senderOf = async (ctx: Context, ip: string): Promise<Buffer> =>
  createHmac('sha256', await siteSecret(ctx, 'chat-senders'))
    .update(networkOf(ip))
    .digest()
    .subarray(0, 16)
