import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { answer, signInHere } from '#tests/support/mount.tsx'
import { patienceMs } from '#tests/support/patience.ts'
import { followLivestream } from './livestream-events.hooks.ts'
import { streamLivestreamEvents } from './livestreams.contract.ts'

/** A response that streams until it is ended. */
function opened() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    response: new Response(readable),
    write: (bytes: string | Uint8Array) => writer.write(Buffer.from(bytes)),
    end: () => writer.close(),
  }
}

/** Follows a livestream whose server sends these responses in order, with fake timers. */
function following(answers: Response[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = answer({
    [`GET ${streamLivestreamEvents.href({ id: 7 })}`]: () => answers.shift() ?? new Response('', { status: 503 }),
  })
  const [connected, entries, changes]: [boolean[], unknown[], unknown[]] = [[], [], []]
  const listener = {
    onConnected: (isConnected: boolean) => void connected.push(isConnected),
    onEntry: (data: unknown) => void entries.push(data),
    onChange: (data: unknown) => void changes.push(data),
  }
  const leave = followLivestream(7, listener)
  onTestFinished(() => {
    leave()
    vi.useRealTimers()
    localStorage.clear()
  })
  return { asked, connected, entries, changes, leave }
}

test('reconnects after a rejection, with the session’s token and from the last event', async () => {
  signInHere()
  const [first, second] = [opened(), opened()]
  const t = following([
    new Response('', { status: 503 }),
    first.response,
    new Response('', { status: 429 }),
    second.response,
  ])
  await vi.advanceTimersByTimeAsync(1000)
  await first.write('event: livestream\ndata: {"status":"active"}\n\nid: 5\ndata: {"id":5}\n\n:\n\n')
  await vi.waitFor(
    () => assert.deepEqual([t.connected, t.entries, t.changes], [[true], [{ id: 5 }], [{ status: 'active' }]]),
    patienceMs,
  )
  await first.end()
  await vi.waitFor(() => assert.deepEqual(t.connected, [true, false]), patienceMs)
  await vi.advanceTimersByTimeAsync(3000)
  await second.write('id: 6\ndata: {"id":6}\n\n')
  await vi.waitFor(
    () =>
      assert.deepEqual(
        [t.connected, t.entries],
        [
          [true, false, true],
          [{ id: 5 }, { id: 6 }],
        ],
      ),
    patienceMs,
  )
  const sent = t.asked.map(({ headers }) => [headers.get('last-event-id'), headers.get('authorization')])
  const token = 'Bearer token of user-1'
  assert.deepEqual(sent, [
    [null, token],
    [null, token],
    ['5', token],
    ['5', token],
  ])
})

test('parses events regardless of how their bytes are split into chunks', async () => {
  const { response, write } = opened()
  const t = following([response])
  for (const byte of Buffer.from('id: 1\ndata: {"text":"a: ü 😀"}\n\n')) await write(Uint8Array.of(byte))
  await vi.waitFor(() => assert.deepEqual(t.entries, [{ text: 'a: ü 😀' }]), patienceMs)
})

const wireFormats = {
  'lines that end with CRLF': ['id: 1\r\ndata: {"text":"a"}\r\n\r\n'],
  'lines that end with CR': ['id: 1\rdata: {"text":"a"}\r\r', ':\n'],
  'a CRLF split between chunks': ['id: 1\r', '\ndata: {"text":"a"}\r', '\n\r', '\n'],
  'no space after the colon': ['id:1\ndata:{"text":"a"}\n\n'],
  'data on several lines': ['id: 1\ndata: {"text":\ndata: "a"}\n\n'],
  'a comment in the middle of an event': ['id: 1\n: still here\ndata: {"text":"a"}\n\n'],
  'a byte order mark and unknown fields': ['\uFEFFid: 1\nretry: 5\nnonsense\ndata: {"text":"a"}\n\n'],
}
for (const [name, chunks] of Object.entries(wireFormats)) {
  test(`reads an event with ${name}`, async () => {
    const [first, second] = [opened(), opened()]
    const t = following([first.response, second.response])
    for (const chunk of chunks) await first.write(chunk)
    await vi.waitFor(() => assert.deepEqual(t.entries, [{ text: 'a' }]), patienceMs)
    await first.end()
    await vi.waitFor(() => assert.deepEqual(t.connected, [true, false]), patienceMs)
    await vi.advanceTimersByTimeAsync(3000)
    assert.equal(t.asked[1]?.headers.get('last-event-id'), '1')
  })
}

test('closes a connection that has been silent for too long', async () => {
  const { response } = opened()
  const t = following([response])
  await vi.waitFor(() => assert.deepEqual(t.connected, [true]), patienceMs)
  await vi.advanceTimersByTimeAsync(45_000)
  await vi.waitFor(() => assert.deepEqual(t.connected, [true, false]), patienceMs)
})

test('backs off while the server fails, and stops once there are no listeners', async () => {
  const t = following([])
  await vi.advanceTimersByTimeAsync(600_000)
  const count = t.asked.length
  assert.ok(count > 10 && count < 40, `${count} times`)
  t.leave()
  await vi.advanceTimersByTimeAsync(0)
  assert.equal(vi.getTimerCount(), 0, 'still waiting')
  await vi.advanceTimersByTimeAsync(600_000)
  assert.equal(t.asked.length, count)
})
