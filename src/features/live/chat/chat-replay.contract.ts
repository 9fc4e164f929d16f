import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { ChatMessage } from './chat.contract.ts'

/** The length of a time range, which is the most that one response covers. Fixed ranges give all viewers the same
 *  URLs. */
export const stretchSeconds = 300
/** Returns the start of the time range that contains the given second. */
export const stretchOf = (seconds: number): number => Math.floor(seconds / stretchSeconds) * stretchSeconds

/** A message in a recording's chat. `at`: seconds after its first frame. */
export const ReplayedMessage = z.extend(ChatMessage, { at: z.number() })
export type ReplayedMessage = z.infer<typeof ReplayedMessage>

/** The messages from the requested second up to, but not including, `until`; oldest first. */
export const ChatReplay = z.object({ until: z.int(), messages: z.array(ReplayedMessage) })
export type ChatReplay = z.infer<typeof ChatReplay>

const fromText = () => t('from must be a whole number of seconds')
const ChatReplayQuery = z.object({
  from: z._default(z.pipe(z.string().check(z.regex(/^\d{1,7}$/, { error: fromText })), z.transform(Number)), 0),
})

export const getChatReplay = endpoint('GET /api/livestreams/:id/recordings/:recordingId/chat', {
  summary: 'Get part of a recording’s chat replay',
  access: 'anyone',
  params: { id: IdText, recordingId: IdText },
  query: ChatReplayQuery,
  answer: ChatReplay,
  isCached: true,
  isPersonal: true,
})
