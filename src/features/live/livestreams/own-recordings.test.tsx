import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { OwnRecordings } from './own-recordings.tsx'
import { type Recording, recordingHref } from './recordings.contract.ts'

const sample: Recording = {
  id: 3,
  livestreamId: 7,
  title: 'Pairing',
  description: '',
  isPublic: true,
  startedAt: '2026-11-20T18:00:00.000Z',
  seconds: 65,
  playbackUrl: null,
  user: { id: alice.id, username: 'alice', displayName: 'Alice Archer', profileImage: null },
}

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(part: Partial<Recording> = {}, answers: Answers = {}) {
  let recordings = [{ ...sample, ...part }]
  const asked = answer({
    'GET /api/users/me/recordings': () => Response.json([...recordings, { ...sample, id: 4, livestreamId: 8 }]),
    ...answers,
  })
  const { page } = await mount(<OwnRecordings livestreamId={7} />)
  await settle()
  const button = (name: string) =>
    [...page.querySelectorAll<HTMLElement>('button')].find(
      (one) => one.getAttribute('aria-label') === name || one.textContent.trim() === name,
    )
  const press = (name: string) => settle(() => button(name)!.click())
  const sent = () => asked.filter(({ call }) => !call.startsWith('GET'))
  return { page, button, press, sent, set: (next: Recording[]) => (recordings = next) }
}

test('publishes a post about the recording, with actions to view and delete it', async () => {
  const t = await open(
    {},
    {
      'POST /api/posts': () => Response.json(aPost(12), { status: 201 }),
      'DELETE /api/posts/12': () => new Response(null, { status: 204 }),
    },
  )
  await t.press('Post the recording of Pairing')
  assert.deepEqual(t.sent()[0]?.body, {
    title: 'Pairing',
    content: `I was live. Here’s the recording:\n\n${location.origin}${recordingHref(sample)}`,
    isLongForm: false,
  })
  assert.deepEqual([shownToast()?.title, shownToast()?.link?.href], ['Posted', '/post/12'])
  await settle(() => shownToast()!.action!.onSelect())
  assert.deepEqual([t.sent().at(-1)?.call, shownToast()?.title], ['DELETE /api/posts/12', 'Post deleted'])
  await t.press('Post the recording of Pairing')
  const keys = t.sent().flatMap(({ headers }) => headers.get('idempotency-key') ?? [])
  assert.equal(new Set(keys).size, 2)
})

test('retries when the response is lost, without publishing the post twice', async () => {
  const t = await open({}, { 'POST /api/posts': () => Response.json({}, { status: 500 }) })
  await t.press('Post the recording of Pairing')
  assert.equal(shownToast()?.description, 'Failed to publish post. Please try again.')
  await t.press('Post the recording of Pairing')
  const keys = t.sent().map(({ headers }) => headers.get('idempotency-key'))
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
})

test('does not offer to post about a private recording', async () => {
  const t = await open({ isPublic: false })
  assert.ok(!t.button('Post the recording of Pairing') && t.button('Delete the recording of Pairing'))
})

test('deletes a recording after confirmation, and keeps it if that fails', async () => {
  let isDown = true
  const t = await open(
    {},
    {
      'DELETE /api/livestreams/7/recordings/3': () => {
        if (isDown) return Response.json({ message: 'The streaming service cannot be reached.' }, { status: 502 })
        t.set([])
        return new Response(null, { status: 204 })
      },
    },
  )
  await t.press('Delete the recording of Pairing')
  await t.press('Cancel')
  assert.deepEqual(t.sent(), [])
  const deleteIt = async () => {
    await t.press('Delete the recording of Pairing')
    const answers = [...t.page.querySelectorAll<HTMLElement>('dialog[open] .dialog-actions button')]
    await settle(() => answers.find(({ textContent }) => textContent === 'Delete')!.click())
  }
  await deleteIt()
  assert.equal(shownToast()?.description, 'The streaming service cannot be reached.')
  assert.match(t.page.textContent, /Pairing/)
  isDown = false
  await deleteIt()
  assert.deepEqual([shownToast()?.description, t.page.textContent], ['Recording deleted', ''])
})

test('posts a recording over plain HTTP, where crypto.randomUUID is unavailable', async () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
  const t = await open({}, { 'POST /api/posts': () => Response.json(aPost(12), { status: 201 }) })
  await t.press('Post the recording of Pairing')
  assert.equal(shownToast()?.title, 'Posted')
  vi.unstubAllGlobals()
})
