import http from 'node:http'
import { onTestFinished } from 'vitest'
import { type ChatEntry, ChatRoom } from '#features/live/chat/chat.contract.ts'

/** A client for a livestream's event stream. */
export interface EventReader {
  status: number
  headers: http.IncomingHttpHeaders
  entries: ChatEntry[]
  rooms: ChatRoom[]
  isOver: boolean
  leave: () => void
}

/** Opens an event stream and collects its events until `leave` is called or the test ends. */
export async function readEvents(
  port: number | string,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = http.get({ port, host: '127.0.0.1', path, agent: false, headers }, resolve).on('error', reject)
  const response = await promise
  const [entries, rooms]: [ChatEntry[], ChatRoom[]] = [[], []]
  const reader: EventReader = {
    status: response.statusCode!,
    headers: response.headers,
    entries,
    rooms,
    isOver: false,
    leave: () => void request.destroy(),
  }
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const events = (text + chunk).split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const data = event
        .split('\n')
        .find((line) => line.startsWith('data: '))
        ?.slice('data: '.length)
      if (data === undefined) continue
      if (event.startsWith('event: livestream')) rooms.push(ChatRoom.parse(JSON.parse(data)))
      else entries.push(JSON.parse(data) as ChatEntry)
    }
  })
  response.on('close', () => (reader.isOver = true)).on('error', () => {})
  onTestFinished(reader.leave)
  return reader
}
