import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { memberSuspended } from '#features/people/profiles/members.events.ts'
import { createChatRooms } from './chat-rooms.ts'
import { chatArchive } from './chat-archive.store.ts'
import { chatModerationRoutes } from './chat-moderation.routes.ts'
import { chatReplayRoutes } from './chat-replay.routes.ts'
import { chatRoutes } from './chat.routes.ts'
import { hideMessagesOf, removeChatOf } from './chat.store.ts'
import { ChatMessage, ChatRoom } from './chat.contract.ts'
import { ChatBan } from './chat-bans.contract.ts'

export const chatFeature = feature('chat', {
  section: 'live',
  services: (base) => ({ chatRooms: createChatRooms(base) }),
  stop: ({ chatRooms }) => chatRooms.close(),
  routes: [...chatRoutes, ...chatReplayRoutes, ...chatModerationRoutes],
  schemas: { ChatBan, ChatMessage, ChatRoom },
  accountDeletion: ({ db }, { memberId }) => removeChatOf(db, memberId),
  archive: chatArchive,
  on: [on(memberSuspended, ({ db }, { memberId }) => hideMessagesOf(db, memberId))],
})
