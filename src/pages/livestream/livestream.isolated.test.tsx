import assert from 'node:assert/strict'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { livestreamListQuery, livestreamQuery } from '#features/live/livestreams/watching.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { livestreamJsonLd } from './livestream-json-ld.ts'
import type { PageProps } from '../page.ts'
import type { LivestreamsAddress } from './livestream-in.ts'
import { livestreamView } from './livestream.tsx'
import { countdownText } from './seconds-until.ts'
import { upcomingKey } from './upcoming.ts'

const aStream = (part: Partial<Livestream> = {}): Livestream => ({
  id: 7,
  title: 'Building a parser',
  description: 'From nothing.',
  isPublic: true,
  status: 'idle',
  isInterrupted: false,
  createdAt: '2026-11-21T00:00:00.000Z',
  startedAt: null,
  scheduledAt: null,
  viewers: 1,
  maxViewers: 3,
  muxPlaybackId: 'play',
  playbackUrl: null,
  user: { id: 1, username: 'alice', displayName: 'Alice Archer', profileImage: null },
  ...part,
})
const live = { status: 'active', startedAt: '2026-11-21T10:00:00.000Z', playbackUrl: '/live/play/index.m3u8' }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  vi.unstubAllGlobals()
})

async function open(answers: Answers, params: PageProps<LivestreamsAddress>['params'] = { id: 7 }) {
  const asked = answer({ 'GET /api/users/me': () => Response.json(alice), ...answers })
  const { page } = await mount(<livestreamView.View params={params} query={{}} />)
  await settle()
  const button = (name: string) => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
  return { page, button, stage: page.querySelector('.stage')!, calls: () => asked.map(({ call }) => call) }
}
const shows = (part: Partial<Livestream> = {}): Answers => ({
  'GET /api/livestreams': () => Response.json([aStream(part)]),
  'GET /api/livestreams/7': () => Response.json(aStream(part)),
})

test('explains each state of a livestream', async () => {
  const shown = async (part: Partial<Livestream>) => (await open(shows(part))).stage
  assert.match((await shown({ status: 'idle' })).textContent, /Waiting for broadcaster to start streaming\.\.\./)
  assert.match((await shown({ status: 'offline' })).textContent, /This stream is currently offline/)
  assert.match((await shown({ status: 'archived' })).textContent, /This stream is currently offline/)
  assert.match((await shown({ status: 'active' })).textContent, /The stream is starting/)
  const interrupted = await shown({ ...live, isInterrupted: true })
  assert.match(interrupted.textContent, /Be right back/)
  await settleUntil(() => assert.ok(interrupted.querySelector('video'), 'keeps the player below the message'))
})

test('offers the last recording and the next stream while nothing is on', async () => {
  const recording = (id: number, startedAt: string) => ({
    id,
    livestreamId: 7,
    title: `Evening ${id}`,
    description: '',
    isPublic: true,
    startedAt,
    seconds: 65,
    playbackUrl: null,
    user: aStream().user,
  })
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const next = aStream({ id: 8, title: 'Query plans', status: 'offline', scheduledAt })
  const { stage } = await open({
    'GET /api/livestreams': () => Response.json([next, aStream({ status: 'offline' })]),
    'GET /api/livestreams/7': () => Response.json(aStream({ status: 'offline' })),
    'GET /api/livestreams/7/recordings': () =>
      Response.json([recording(3, '2026-11-21T10:00:00.000Z'), recording(2, '2026-11-20T10:00:00.000Z')]),
  })
  assert.deepEqual(
    [...stage.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
    [
      ['Watch the last recording', '/livestream/7/recording/3'],
      ['Query plans', '/livestream/8'],
      ['Add to calendar', '/livestream/8.ics'],
    ],
  )
})

test('shows no closed, empty chat while nothing is on, except to moderators', async () => {
  const room = {
    broadcasterId: 1,
    status: 'offline',
    isInterrupted: false,
    startedAt: null,
    endedAt: '2026-11-21T10:00:00.000Z',
    viewers: 0,
    maxViewers: 0,
    openness: 'until_end',
    isOpen: false,
    slowModeSeconds: 0,
  }
  const message = {
    id: 1,
    username: 'Bob',
    message: 'Hello',
    timestamp: '2026-11-21T10:00:00.000Z',
    user: null,
    isBroadcaster: false,
  }
  const hasChat = async (part: object, messages: object[] = []) => {
    const { page } = await open({
      ...shows({ status: 'offline' }),
      'GET /api/livestreams/7/chat': () => Response.json(messages),
      'GET /api/livestreams/7/chat/room': () => Response.json({ ...room, ...part }),
    })
    return page.querySelector('.chat') !== null
  }
  assert.equal(await hasChat({}), false)
  assert.equal(await hasChat({ isOpen: true }), true)
  assert.equal(await hasChat({}, [message]), true)
  signInHere()
  assert.equal(await hasChat({}), true)
})

test('plays an active livestream and marks it as live', async () => {
  const t = await open(shows(live))
  await settleUntil(() => assert.ok(t.stage.querySelector('video')))
  assert.equal(t.stage.querySelector('video')?.getAttribute('src'), live.playbackUrl)
  assert.equal(t.page.querySelector('.live-badge')?.textContent, 'LIVE')
  assert.equal(t.page.querySelector('.stage-panel'), null)
  assert.match(t.page.textContent, /1 viewer(?!s)/)
  assert.equal(t.page.querySelector('.livestream-actions a'), null)
})

test('links to the management screen only for its broadcaster, even if they may no longer publish', async () => {
  const reader = { ...alice, role: 'reader' as const }
  signInHere()
  const t = await open({ ...shows(), 'GET /api/users/me': () => Response.json(reader) })
  const link = t.page.querySelector('.livestream-actions a')
  assert.equal(link?.getAttribute('href'), '/livestreams/manage')
  assert.equal(link.closest('.for-writers'), null)
  await settle()
  assert.equal(t.page.querySelectorAll('a[href="/livestreams/manage"]').length, 1)
})

test('counts down to a scheduled livestream, and then shows that it is about to start', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const t = await open(shows({ scheduledAt: '2026-11-21T12:00:03.000Z' }))
    assert.equal(t.stage.querySelector('time')?.textContent, '00:00:03')
    assert.equal(t.stage.querySelector('a')?.getAttribute('href'), '/livestream/7.ics')
    await settle(() => vi.advanceTimersByTime(1000))
    assert.equal(t.stage.querySelector('time')?.textContent, '00:00:02')
    await settle(() => vi.advanceTimersByTime(2000))
    assert.equal(t.stage.querySelector('time'), null)
    assert.match(t.stage.textContent, /Waiting for broadcaster/)
  } finally {
    vi.useRealTimers()
  }
  assert.equal(countdownText(86_400 + 3661), '1 day 01:01:01')
})

test('shows the first livestream if the URL has no ID, and lets members start one if there are none', async () => {
  const t = await open(shows(), {})
  assert.equal(t.page.querySelector('h1')?.textContent, 'Building a parser')
  const empty = await open({ 'GET /api/livestreams': () => Response.json([]) }, {})
  assert.equal(empty.page.querySelector('h1')?.textContent, 'No Live Streams')
  const start = empty.page.querySelector('a.for-members')!
  assert.deepEqual([start.textContent, start.getAttribute('href')], ['Start Streaming', '/livestreams/manage'])
})

test('shows readers who have livestreams, even private ones, a link to manage them', async () => {
  const linkFor = async (role: 'reader' | 'member', livestreams: unknown[]) => {
    localStorage.clear()
    signInHere()
    const t = await open(
      {
        ...shows(),
        'GET /api/users/me': () => Response.json({ ...alice, id: 3, role }),
        'GET /api/users/me/livestreams': () => Response.json(livestreams),
      },
      {},
    )
    await settle()
    return t.page.querySelector('.own-streams-link')?.getAttribute('href')
  }
  const own = [
    { ...aStream({ isPublic: false }), streamKey: 'k', ingestUrl: 'rtmp://x', takesBrowsers: true, report: null },
  ]
  assert.equal(await linkFor('reader', own), '/livestreams/manage')
  assert.equal(await linkFor('reader', []), undefined)
  assert.equal(await linkFor('member', own), undefined)
})

test('shows the start time, status, and ID', async () => {
  const t = await open(shows(live))
  const facts = [...t.page.querySelectorAll('.livestream-facts dd')].map((one) => one.textContent)
  assert.deepEqual(facts, ['November 21, 2026', 'Live', '7'])
  assert.equal(t.page.querySelector('.broadcaster a')?.getAttribute('href'), '/profile/alice')
})

test('stores likes in the browser, and reports failures to copy the link or enter full screen', async () => {
  const t = await open(shows())
  await settle(() => t.button('Like')!.click())
  assert.equal(t.button('Liked')?.getAttribute('aria-pressed'), 'true')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await settle(() => t.button('Share')!.click())
  assert.equal(shownToast()?.title, 'Failed to copy')
  Object.assign(t.stage, { requestFullscreen: () => Promise.reject(new Error('no')) })
  await settle(() => t.button('Fullscreen')!.click())
  assert.equal(shownToast()?.title, 'Fullscreen failed')
  assert.ok(t.calls().every((call) => call.startsWith('GET ')))
})

test('refetches a livestream that visitors cannot see if the viewer is a member, who may own it', async () => {
  signInHere()
  let isOwner = false
  const answers = {
    'GET /api/livestreams/7': () =>
      isOwner ? Response.json(aStream({ isPublic: false })) : new Response('', { status: 404 }),
  }
  answer({ 'GET /api/users/me': () => Response.json(alice), ...answers })
  isOwner = true
  const cache = createQueryCache()
  cache.setQueryData(livestreamQuery(7).queryKey, null)
  const { page } = await mount(<livestreamView.View params={{ id: 7 }} query={{}} />, cache)
  await settle()
  assert.equal(page.querySelector('h1')?.textContent, 'Building a parser')
})

test('shows that a livestream does not exist', async () => {
  for (const id of ['8', 'abc']) {
    assert.equal((await open({}, { id })).page.querySelector('h1')?.textContent, 'Stream Not Found')
  }
})

test('applies changes from the server, and fetches the playback URL only once', async () => {
  const events = new TransformStream<Uint8Array, Uint8Array>()
  const writer = events.writable.getWriter()
  onTestFinished(() => void writer.close().catch(() => undefined))
  let part: Partial<Livestream> = {}
  const t = await open({
    'GET /api/livestreams/7': () => Response.json(aStream(part)),
    'GET /api/livestreams/7/events': () => new Response(events.readable),
  })
  const asked = () => t.calls().filter((call) => call === 'GET /api/livestreams/7').length
  const update = (change: Partial<Livestream>) =>
    settle(() => writer.write(Buffer.from(`event: livestream\ndata: ${JSON.stringify(aStream(change))}\n\n`)))
  await update({ viewers: 12 })
  assert.match(t.page.textContent, /12 viewers/)
  assert.equal(asked(), 1)
  part = live
  await update({ status: 'active' })
  await settleUntil(() => assert.ok(t.stage.querySelector('video')))
  assert.equal(asked(), 2)
  await update({ status: 'active', isInterrupted: true })
  assert.match(t.stage.textContent, /Be right back/)
  await update({ status: 'offline' })
  assert.match(t.stage.textContent, /currently offline/)
  assert.equal(asked(), 2)
})

const rendered = (part: Partial<Livestream>, isUpcoming = false) => {
  const cache = createQueryCache()
  cache.setQueryData(livestreamListQuery.queryKey, [aStream(part)])
  cache.setQueryData(livestreamQuery(7).queryKey, aStream(part))
  cache.setQueryData(upcomingKey(7), isUpcoming)
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <livestreamView.View params={{ id: 7 }} query={{}} />
    </QueryClientProvider>,
  )
  return { html, cache }
}

test('plays without JavaScript in browsers with native HLS, and renders the same date for everyone', () => {
  assert.match(rendered(live).html, /<noscript><video[^>]*src="\/live\/play\/index\.m3u8"[^>]*controls/)
  const { html } = rendered({ scheduledAt: '2026-11-30T18:30:00.000Z' }, true)
  assert.match(html, /<time[^>]*dateTime="2026-11-30T18:30:00\.000Z"[^>]*>Nov 30, 2026, 6:30.PM<\/time>/)
  assert.match(rendered({}).html, /Waiting for broadcaster to start streaming\.\.\./)
})

test('describes the broadcast for search engines, with its start time and live state', () => {
  const address = { params: { id: 7 }, query: {} }
  const site = { url: 'https://site.test', name: 'Site' }
  const [video] = livestreamJsonLd(rendered(live).cache, address, site) as Record<string, unknown>[]
  assert.equal(video?.['@type'], 'VideoObject')
  assert.equal(video?.['contentUrl'], 'https://site.test/live/play/index.m3u8')
  assert.deepEqual(video?.['publication'], {
    '@type': 'BroadcastEvent',
    name: 'Building a parser',
    isLiveBroadcast: true,
    startDate: live.startedAt,
  })
  const head = livestreamView.head(rendered(live).cache, { params: {}, query: {} })
  assert.deepEqual([head.title, head.type, head.canonicalPath], ['Building a parser', 'video.other', '/livestream/7'])
})
