import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, test } from 'vitest'
import { one } from '#kernel/db.ts'
import {
  ChatEntries,
  type ChatEntry,
  ChatMessage,
  isDeletion,
  listChatEntries,
  postChatMessage,
} from '#features/live/chat/chat.contract.ts'
import {
  createLivestream,
  getLivestream,
  OwnLivestream,
  streamLivestreamEvents,
} from '#features/live/livestreams/livestreams.contract.ts'
import { addBroadcast } from '#providers/streaming/broadcasts.store.ts'
import { sha256 } from '#providers/streaming/live-broadcasts.ts'
import { testDatabaseUrl, testDb } from './support/database.ts'
import { readEvents } from './support/event-reader.ts'
import { freePort, type RunningSite, startSite, temporaryDataDir } from './support/site.ts'
import { encoding, startFfmpeg, until } from './support/streaming.ts'

/** Returns a playlist's status over a new connection, which any process may accept. */
async function statusOf(address: string): Promise<number> {
  const request = http.get(address, { agent: false })
  const response: http.IncomingMessage = (await once(request, 'response'))[0]
  await response.toArray()
  return response.statusCode!
}

async function send<Answer>({ url }: RunningSite, path: string, body: object, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.ok(answer.ok, `${path}: ${answer.status}`)
  return (await answer.json()) as Answer
}

/** Repeats the work until the test ends. */
function repeat(pauseMs: number, work: () => Promise<unknown>): void {
  const end = new AbortController()
  onTestFinished(() => end.abort())
  async function run() {
    for (; !end.signal.aborted; await sleep(pauseMs)) await work()
  }
  void run()
}

/** Broadcasts and reconnects, as OBS does. */
const keepSending = (target: string) => repeat(300, () => startFfmpeg(encoding(target)).ended)

/** Polls for new entries, as viewers without event streams do. */
function poll({ url }: RunningSite, path: string) {
  const entries: ChatEntry[] = []
  repeat(100, async () => {
    const after = entries.at(-1)?.id ?? 0
    const answer = await fetch(`${url}${path}?after=${after}`).catch(() => null)
    if (answer?.ok) entries.push(...ChatEntries.parse(await answer.json()))
  })
  return entries
}

const idsOf = (entries: ChatEntry[]) => entries.filter((entry) => !isDeletion(entry)).map(({ id }) => id)

test('shares chat messages and broadcasts between two servers, and keeps working when one of them stops', async () => {
  const rtmpPort = String(await freePort())
  const IDENTITY_KEY = randomBytes(32).toString('hex')
  const settings = {
    DATABASE_URL: await testDatabaseUrl(),
    RTMP_PORT: rtmpPort,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    IDENTITY_KEY,
  }
  async function open() {
    const { dataDir, remove } = temporaryDataDir()
    const site = await startSite(dataDir, settings)
    onTestFinished(async () => {
      await site.stop()
      remove()
    })
    return site
  }
  const [here, there] = [await open(), await open()]
  const account = {
    email: 'ada@devstead.test',
    password: 'loom-and-engine',
    data: { username: 'ada', fullName: 'Ada' },
  }
  const { access_token: token } = await send<{ access_token: string }>(here, '/auth/v1/signup', account)
  const { id, streamKey } = OwnLivestream.parse(await send(here, createLivestream.path, { title: 'Pairing' }, token))

  const events = streamLivestreamEvents.href({ id })
  const readers = await Promise.all([here, there].map(({ url }) => readEvents(new URL(url).port, events)))
  const polls = [here, there].map((site) => poll(site, listChatEntries.href({ id })))
  keepSending(`rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`)
  const states = () => readers.map(({ rooms }) => rooms.at(-1)?.status)
  await until(() => states().every((state) => state === 'active'), 'an active livestream on both servers')

  const posting = Array.from({ length: 40 }, (_, at) => {
    const body = { message: `Message ${at}`, username: `Viewer ${at}` }
    return send(at % 2 === 0 ? here : there, postChatMessage.href({ id }), body)
  })
  const posted = ChatEntries.parse(await Promise.all(posting))
  const all = idsOf(posted).toSorted((a, b) => a - b)
  const received = () => [...readers.map(({ entries }) => entries), ...polls].map(idsOf)
  await until(() => received().every(({ length }) => length >= all.length), 'all messages')
  assert.deepEqual(received(), [all, all, all, all])

  const playlist = async () => {
    const answer = await fetch(there.url + getLivestream.href({ id }))
    const { playbackUrl } = (await answer.json()) as { playbackUrl: string | null }
    if (!playbackUrl) return null
    const media = await fetch(there.url + new URL(playbackUrl).pathname.replace('index.m3u8', 'media.m3u8'))
    return media.ok ? media.text() : null
  }
  const sequenceOf = (text: string | null) => Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text ?? '')?.[1] ?? 0)
  await until(async () => sequenceOf(await playlist()) > 0, 'the broadcast on the other server')
  const before = sequenceOf(await playlist())

  await here.kill()
  await until(async () => sequenceOf(await playlist()) > before, 'the broadcast again', 60_000)
  await until(() => states()[1] === 'active', 'an active livestream again')
  const seen = readers[1]!.rooms.map(({ status }) => status)
  assert.deepEqual(
    seen.filter((status, at) => status !== seen[at - 1]),
    ['idle', 'active', 'idle', 'active'],
  )
  const question = { message: 'Still here?', username: 'Vera' }
  const { id: last } = ChatMessage.parse(await send(there, postChatMessage.href({ id }), question))
  await until(() => [readers[1]!.entries, polls[1]!].every((one) => idsOf(one).at(-1) === last), 'the last message')
  assert.deepEqual(idsOf(readers[1]!.entries), [...all, last])
})

test('receives a broadcast in one process and serves it from two, before and after a restart', async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const db = await testDb()
  await addBroadcast(db, { providerId: 'p', playbackId: 'live-here', keySha256: sha256('key'), isPublic: true })
  const rtmpPort = await freePort()
  const settings = { DATABASE_URL: await testDatabaseUrl(), WEB_PROCESSES: '2', RTMP_PORT: String(rtmpPort) }
  const start = () => startSite(dataDir, { ...settings, LOG_LEVEL: 'warn' })
  const isOnAir = async (address: string) => (await statusOf(address).catch(() => 0)) === 200
  const encode = () => startFfmpeg(encoding(`rtmp://127.0.0.1:${rtmpPort}/live/key`))

  const site = await start()
  onTestFinished(async () => void (await site.stop()))
  const address = `${site.url}/live/live-here/media.m3u8`
  const encoder = encode()
  // The two processes accept connections in turn, and one may be ready before the other.
  const fromBoth = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => isOnAir(address)))
    return answers.every(Boolean)
  }
  await until(fromBoth, 'on air')
  await site.stop()
  await encoder.ended

  const again = await start()
  onTestFinished(async () => void (await again.stop()))
  encode()
  await until(() => isOnAir(`${again.url}/live/live-here/media.m3u8`), 'the broadcast after the restart')
  const state = async () => (await one<{ state: string }>(db)`select state from broadcasts`)?.state
  await until(async () => (await state()) === 'active', 'the state active')
  assert.equal(again.output().includes('in use by another program'), false)
})
