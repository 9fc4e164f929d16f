import { event } from '#kernel/event.ts'

/** Someone wrote in the chat. `viewers`: how many people wrote within the last ten minutes. */
export const chatMessageAdded = event<{ livestreamId: number; viewers: number }>('chat_message.added')
