import { event } from '#kernel/event.ts'

export const chatMessageAdded = event<{ livestreamId: number }>('chat_message.added')
