import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { statusRefreshMs } from '#features/live/livestreams/livestreams.hooks.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { cannotPublish } from '#schemas/roles.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { manageLivestreamsView } from './manage-livestreams.tsx'

const sample: OwnLivestream = {
  id: 7,
  title: 'Pairing',
  description: '<b>On caches</b>',
  isPublic: true,
  status: 'idle',
  isInterrupted: false,
  createdAt: '2026-10-01T10:00:00.000Z',
  startedAt: null,
  scheduledAt: null,
  viewers: 0,
  maxViewers: 12,
  muxPlaybackId: 'played-here',
  playbackUrl: null,
  user: { id: alice.id, username: 'alice', displayName: 'Alice Archer', profileImage: null },
  streamKey: 'the-secret-key',
  ingestUrl: 'rtmp://devstead.test:1935/live',
  takesBrowsers: true,
  report: null,
}

let copied: string[]
beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/livestreams/manage')
  signInHere()
  cacheProfile(alice)
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function open(first: OwnLivestream[] = [sample], answers: Answers = {}) {
  let streams = first
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/users/me/livestreams': () => Response.json(streams),
    ...answers,
  })
  const { page } = await mount(<manageLivestreamsView.View params={{}} query={{}} />)
  await settle()
  const button = (name: string) =>
    [...([...page.querySelectorAll('dialog[open]')].at(-1) ?? page).querySelectorAll<HTMLElement>('button, a')].find(
      (one) => one.getAttribute('aria-label') === name || one.textContent.trim() === name,
    )
  const press = (name: string) => {
    const found = button(name)
    assert.ok(found, name)
    return settle(() => found.click())
  }
  const field = (name: string) => page.querySelector<HTMLInputElement>(`dialog[open] [name=${name}]`)!
  const submit = () =>
    settle(() => field('title').form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  const sent = () => asked.filter(({ call }) => !call.startsWith('GET'))
  const set = (next: OwnLivestream[]) => (streams = next)
  return { page, asked, button, press, field, submit, set, sent }
}

test('lets readers view and delete their livestreams, but not change or start them', async () => {
  const reader = { ...alice, role: 'reader' as const }
  cacheProfile(reader)
  const t = await open(undefined, { 'GET /api/users/me': () => Response.json(reader) })
  assert.ok(t.page.textContent.includes(cannotPublish()))
  for (const name of ['Create Livestream', 'Go live from this browser with Pairing', 'Enable Pairing', 'Edit Pairing'])
    assert.ok(t.button(name)?.closest('.for-writers'), name)
  assert.ok(t.button('Regenerate stream key')?.closest('.for-writers'))
  assert.ok(t.page.querySelector('.encoder-guide.for-writers'))
  for (const name of ['View Pairing', 'Delete Pairing']) assert.equal(t.button(name)?.closest('.for-writers'), null)
})

test('tells readers without livestreams why they cannot create one', async () => {
  const reader = { ...alice, role: 'reader' as const }
  cacheProfile(reader)
  const t = await open([], { 'GET /api/users/me': () => Response.json(reader) })
  assert.ok(t.page.textContent.includes(cannotPublish()))
})

test('tells members without livestreams that they need a second factor to create one', async () => {
  const reader = { ...alice, role: 'reader' as const, needsSecondFactor: true as const }
  cacheProfile(reader)
  const t = await open([], { 'GET /api/users/me': () => Response.json(reader) })
  assert.match(t.page.textContent, /Set up two-factor authentication to publish on this site/)
  assert.ok(!t.page.textContent.includes(cannotPublish()))
})

test('shows a livestream with its settings and a key that is masked until revealed, but can be copied', async () => {
  const t = await open()
  for (const text of [
    'Pairing',
    '<b>On caches</b>',
    'idle',
    'Oct 1, 2026',
    'Max viewers12',
    'played-here',
    'rtmp://devstead.test:1935/live',
    'Status updates every 5 seconds',
  ])
    assert.ok(t.page.textContent.includes(text), text)
  assert.ok(!t.page.innerHTML.includes('the-secret-key'))
  await t.press('Copy Stream Key')
  assert.deepEqual(copied, ['the-secret-key'])
  assert.deepEqual(shownToast()?.title, 'Copied')
  assert.deepEqual(shownToast()?.description, 'Stream Key copied to clipboard')
  await t.press('Copy Playback ID')
  assert.deepEqual([copied.at(-1), shownToast()?.description], ['played-here', 'Playback ID copied to clipboard'])
  await t.press('Show Stream Key')
  assert.ok(t.page.textContent.includes('the-secret-key'))
  assert.equal(t.button('View Pairing')?.getAttribute('href'), '/livestream/7')
})

test('shows an error if the key cannot be copied', async () => {
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new Error('not allowed'))
  const t = await open()
  await t.press('Copy Stream Key')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Error', 'Failed to copy to clipboard'])
})

test('shows a message and an action for every known status, and shows an unknown status as is', async () => {
  const facts = { video: 'H.264', audio: 'AAC', width: 1280, height: 720, framesPerSecond: 30 }
  const report = { ...facts, kilobitsPerSecond: 2500, keyframeSeconds: 8, hints: ['Set the keyframe interval to 2 s.'] }
  const cases: [Partial<OwnLivestream>, string, 'Enable' | 'Disable'][] = [
    [{ status: 'idle' }, 'Still idle after you have started?', 'Enable'],
    [{ status: 'offline' }, 'Enable the livestream before you start', 'Enable'],
    [{ status: 'active', report }, '1280 × 720 · 30 frames/s', 'Disable'],
    [{ status: 'active', report }, 'Set the keyframe interval to 2 s.', 'Disable'],
    [{ status: 'active', isInterrupted: true }, 'Your encoder has disconnected.', 'Disable'],
    [{ status: 'warming' }, 'warming', 'Enable'],
  ]
  for (const [part, text, action] of cases) {
    const t = await open([{ ...sample, ...part }])
    assert.ok(t.page.textContent.includes(text), text)
    assert.ok(t.button(`${action} Pairing`), action)
    assert.equal(t.button(`${action === 'Enable' ? 'Disable' : 'Enable'} Pairing`), undefined)
    t.page.remove()
  }
})

test('refreshes the status every five seconds, and keeps the page content if a refresh fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isDown = false
  let status = 'idle'
  const t = await open([], {
    'GET /api/users/me/livestreams': () =>
      isDown ? Response.json({}, { status: 503 }) : Response.json([{ ...sample, status }]),
  })
  const nextLook = () => settle(() => vi.advanceTimersByTime(statusRefreshMs))
  assert.ok(t.button('Enable Pairing'))
  status = 'active'
  await nextLook()
  assert.ok(t.button('Disable Pairing'))
  isDown = true
  await nextLook()
  assert.ok(t.button('Disable Pairing'))
  assert.match(t.page.textContent, /failed to refresh/)
})

test('enables and disables a livestream and regenerates its key, showing toasts', async () => {
  const states: Record<string, Partial<OwnLivestream>> = {
    enable: { status: 'idle' },
    disable: { status: 'offline' },
    'renew-key': { streamKey: 'another-key' },
  }
  const t = await open(
    [{ ...sample, status: 'active' }],
    Object.fromEntries(
      Object.entries(states).map(([name, part]) => [
        `POST /api/livestreams/7/${name}`,
        () => {
          t.set([{ ...sample, ...part }])
          return Response.json({ ...sample, ...part })
        },
      ]),
    ),
  )
  await t.press('Disable Pairing')
  assert.equal(shownToast()?.description, 'Livestream disabled')
  assert.ok(t.page.textContent.includes('offline'))
  await t.press('Enable Pairing')
  assert.equal(shownToast()?.description, 'Livestream enabled')
  await t.press('Regenerate stream key')
  assert.match(t.page.querySelector('dialog[open]')!.textContent, /stops working immediately/)
  await t.press('Regenerate')
  assert.equal(shownToast()?.description, 'Stream key regenerated')
  await t.press('Copy Stream Key')
  assert.deepEqual(copied, ['another-key'])
})

test('shows the server’s message for failures, or a default message', async () => {
  const refusing = (status: number, body: object) => () => Response.json(body, { status })
  const t = await open([sample], {
    'POST /api/livestreams/7/enable': refusing(500, {}),
    'DELETE /api/livestreams/7': refusing(502, { message: 'The streaming service cannot be reached.' }),
  })
  await t.press('Enable Pairing')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Error', 'Failed to enable livestream'])
  await t.press('Delete Pairing')
  assert.match(t.page.querySelector('dialog[open]')!.textContent, /also be removed from the streaming provider/)
  await t.press('Delete')
  assert.equal(shownToast()?.description, 'The streaming service cannot be reached.')
  assert.ok(t.page.textContent.includes('Pairing'))
})

test('deletes a livestream after confirmation', async () => {
  const t = await open([sample], {
    'DELETE /api/livestreams/7': () => {
      t.set([])
      return new Response(null, { status: 204 })
    },
  })
  await t.press('Delete Pairing')
  await t.press('Cancel')
  assert.deepEqual(t.sent(), [])
  await t.press('Delete Pairing')
  await t.press('Delete')
  assert.equal(shownToast()?.description, 'Livestream deleted successfully')
  assert.match(t.page.textContent, /No livestreams yet/)
})

test('creates a livestream, and keeps the form’s values and shows the reason if it is rejected', async () => {
  let isDown = true
  const t = await open([], {
    'POST /api/livestreams': () => {
      if (isDown) return Response.json({}, { status: 500 })
      t.set([sample])
      return Response.json(sample, { status: 201 })
    },
  })
  assert.match(t.page.textContent, /No livestreams yet/)
  await t.press('Create Livestream')
  await t.submit()
  assert.match(t.page.querySelector('dialog[open]')!.textContent, /Title is required/)
  await settle(() => type(t.field('title'), 'Pairing'))
  await settle(() => type(t.field('scheduledAt'), '2020-01-01T10:00'))
  await t.submit()
  assert.match(t.page.querySelector('dialog[open]')!.textContent, /Choose a time in the future\./)
  assert.deepEqual(t.sent(), [])
  await settle(() => type(t.field('scheduledAt'), '2100-01-01T10:00'))
  await settle(() => t.page.querySelector<HTMLElement>('dialog[open] [role=switch]')!.click())
  await t.submit()
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Error', 'Failed to create livestream'])
  assert.deepEqual([t.field('title').value, t.field('isPublic').value], ['Pairing', 'false'])
  isDown = false
  await t.submit()
  assert.deepEqual(t.sent().at(-1)?.body, {
    title: 'Pairing',
    description: '',
    isPublic: false,
    scheduledAt: new Date('2100-01-01T10:00').toISOString(),
  })
  assert.equal(shownToast()?.description, 'Livestream created successfully')
  assert.equal(t.page.querySelector('dialog[open]'), null)
  assert.ok(t.page.textContent.includes('Pairing'))
})

test('keeps the scheduled time to the second when editing, and asks before discarding input', async () => {
  const scheduled = { ...sample, scheduledAt: '2020-01-01T10:00:30.000Z' }
  const t = await open([scheduled], { 'PATCH /api/livestreams/7': () => Response.json(scheduled) })
  await t.press('Edit Pairing')
  await settle(() => type(t.field('title'), 'Renamed'))
  await t.press('Cancel')
  assert.match(t.page.textContent, /Discard your changes\?/)
  await t.press('Keep editing')
  await t.submit()
  assert.deepEqual(t.sent().at(-1)?.body, {
    title: 'Renamed',
    description: '<b>On caches</b>',
    isPublic: true,
    scheduledAt: scheduled.scheduledAt,
  })
})

test('offers to reload livestreams that failed to load', async () => {
  let isDown = true
  const t = await open([], {
    'GET /api/users/me/livestreams': () =>
      isDown ? Response.json({ message: 'Resting.' }, { status: 503 }) : Response.json([sample]),
  })
  assert.match(t.page.textContent, /Your livestreams failed to load.*Resting\./s)
  isDown = false
  await t.press('Try Again')
  assert.ok(t.page.textContent.includes('Pairing'))
})
