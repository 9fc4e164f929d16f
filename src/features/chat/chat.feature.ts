import { feature } from '#kernel/feature.ts'
import { chatArchive } from './chat-archive.store.ts'
import { chatModerationRoutes } from './chat-moderation.routes.ts'
import { chatReplayRoutes } from './chat-replay.routes.ts'
import { chatRoutes } from './chat.routes.ts'
import { removeChatOf } from './chat.store.ts'

export const chatFeature = feature('chat', {
  routes: [...chatRoutes, ...chatReplayRoutes, ...chatModerationRoutes],
  accountDeletion: removeChatOf,
  archive: chatArchive,
})
