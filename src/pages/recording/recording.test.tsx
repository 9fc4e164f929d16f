import assert from 'node:assert/strict'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { type Recording, recordingHref } from '#features/live/livestreams/recordings.contract.ts'
import { recordingListQuery, recordingQuery } from '#features/live/livestreams/recordings.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { recordingJsonLd } from './recording-json-ld.ts'
import { recordingView } from './recording.tsx'

const sample: Recording = {
  id: 3,
  livestreamId: 7,
  title: 'Building a parser',
  description: 'From nothing.',
  isPublic: true,
  startedAt: '2026-11-20T18:00:00.000Z',
  seconds: 1300.5,
  playbackUrl: '/live/recordings/one.m3u8',
  user: { id: 1, username: 'alice', displayName: 'Alice Archer', profileImage: null },
}
const params = { id: 7, recordingId: 3 }
const chatPath = 'GET /api/livestreams/7/recordings/3/chat'

/** One message per minute. */
const said = (from: number) =>
  Response.json({
    until: from + 300,
    messages: [0, 60, 120, 180, 240].map((offset) => ({
      id: from + offset + 1,
      username: 'Vera',
      message: `Message of ${from + offset}`,
      timestamp: '2026-11-20T18:00:00.000Z',
      user: null,
      isBroadcaster: false,
      at: from + offset,
    })),
  })

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', recordingHref(sample))
})

async function open(answers: Answers = {}) {
  const froms: number[] = []
  answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/livestreams/7/recordings/3': () => Response.json(sample),
    'GET /api/livestreams/7/recordings': () => Response.json([sample, { ...sample, id: 2, title: 'Building a lexer' }]),
    [chatPath]: ({ search }) => {
      const from = Number(search.get('from'))
      froms.push(from)
      return said(from)
    },
    ...answers,
  })
  const { page } = await mount(<recordingView.View params={params} query={{}} />)
  await settle()
  /** Plays or seeks the recording to this position. */
  const playTo = (seconds: number) =>
    settle(() => {
      const video = page.querySelector('video')!
      video.currentTime = seconds
      video.dispatchEvent(new Event('timeupdate'))
    })
  const messages = () => [...page.querySelectorAll('.chat-line')].map((line) => line.textContent)
  const button = (name: RegExp) => [...page.querySelectorAll('button')].find((one) => name.test(one.textContent))
  return { page, froms, playTo, messages, button }
}

test('shows the chat up to the playback position, even after seeking, and fetches it in segments', async () => {
  const t = await open()
  await settleUntil(() => assert.ok(t.page.querySelector('video')))
  assert.deepEqual(t.messages(), ['Vera0:00Message of 0'])
  await t.playTo(121)
  assert.deepEqual(t.messages().at(-1), 'Vera2:00Message of 120')
  await t.playTo(59)
  assert.equal(t.messages().length, 1)
  for (let second = 60; second < 270; second += 10) await t.playTo(second)
  assert.deepEqual(t.froms, [0])
  await t.playTo(285)
  assert.deepEqual(t.froms, [0, 300])
  await t.playTo(301)
  assert.deepEqual([t.messages().length, t.messages().at(-1)], [6, 'Vera5:00Message of 300'])
  await t.playTo(1290)
  assert.deepEqual(
    t.froms.toSorted((a, b) => a - b),
    [0, 300, 900, 1200],
    'earlier messages are shown too',
  )
  await settleUntil(() => assert.equal(t.messages().at(-1), 'Vera21:00Message of 1260'))
})

test('fetches a busy chat in several requests, and shows an error if one fails', async () => {
  const froms: number[] = []
  await open({
    [chatPath]: ({ search }) => {
      const from = Number(search.get('from'))
      froms.push(from)
      return Response.json({ until: from + 120, messages: [] })
    },
  })
  await settleUntil(() => assert.deepEqual(froms, [0, 120, 240]))
  const failing = await open({ [chatPath]: () => Response.json({}, { status: 500 }) })
  assert.match(failing.page.textContent, /The chat failed to load\./)
})

test('shares a link with the current position, and starts at the position in the URL', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  onTestFinished(() => void vi.restoreAllMocks())
  history.replaceState(null, '', `${recordingHref(sample)}?t=90`)
  const t = await open()
  await settleUntil(() => assert.ok(t.page.querySelector('video')))
  await settle(() => t.page.querySelector('video')!.dispatchEvent(new Event('loadedmetadata')))
  assert.equal(t.page.querySelector('video')!.currentTime, 90)
  await t.playTo(95)
  await settle(() => t.button(/Share at 1:35/)!.click())
  await settle(() => t.button(/^Share$/)!.click())
  const address = location.origin + recordingHref(sample)
  assert.deepEqual(copied, [`${address}?t=95`, address])
  assert.equal(shownToast()?.title, 'Link copied')
})

test('lists other recordings of the livestream', async () => {
  const { page } = await open()
  assert.deepEqual(
    [...page.querySelectorAll('.recording-link')].map((link) => link.getAttribute('href')),
    ['/livestream/7/recording/2'],
  )
})

test('explains when a recording is missing or hosted elsewhere, and shows the owner private recordings', async () => {
  const gone = { 'GET /api/livestreams/7/recordings/3': () => Response.json({}, { status: 404 }) }
  assert.match((await open(gone)).page.textContent, /Recording Not Found/)
  signInHere()
  const cache = createQueryCache()
  cache.setQueryData(recordingQuery(7, 3).queryKey, null)
  answer({ 'GET /api/livestreams/7/recordings/3': () => Response.json({ ...sample, playbackUrl: null }) })
  const { page } = await mount(<recordingView.View params={params} query={{}} />, cache)
  await settle()
  assert.equal(page.querySelector('h1')?.textContent, 'Building a parser')
  assert.match(page.textContent, /can’t be played/)
})

test('describes the recording for search engines and browsers without JavaScript', () => {
  const cache = createQueryCache()
  cache.setQueryData(recordingQuery(7, 3).queryKey, sample)
  cache.setQueryData(recordingListQuery(7).queryKey, [sample])
  const address = { params, query: {} }
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <recordingView.View {...address} />
    </QueryClientProvider>,
  )
  assert.match(html, /<noscript><video[^>]*src="\/live\/recordings\/one\.m3u8"[^>]*controls/)
  for (const text of ['Building a parser', 'November 20, 2026', '21:40', '21 minutes 40 seconds'])
    assert.ok(html.includes(text), text)
  const [video] = recordingJsonLd(cache, address, { url: 'https://site.test', name: 'Site' })
  const url = 'https://site.test/livestream/7/recording/3'
  assert.partialDeepStrictEqual(video, {
    '@type': 'VideoObject',
    url,
    name: 'Building a parser',
    uploadDate: sample.startedAt,
    duration: 'PT1300S',
    contentUrl: 'https://site.test/live/recordings/one.m3u8',
  })
  const head = recordingView.head(cache, address)
  assert.deepEqual(
    [head.title, head.canonicalPath, head.noindex],
    ['Building a parser', recordingHref(sample), undefined],
  )
})
