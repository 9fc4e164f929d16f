import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { goLiveAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { goLiveView } from './go-live.tsx'

const sample: OwnLivestream = {
  id: 7,
  title: 'Pairing',
  description: '',
  isPublic: true,
  status: 'idle',
  isInterrupted: false,
  createdAt: '2026-10-01T10:00:00.000Z',
  startedAt: null,
  scheduledAt: null,
  viewers: 0,
  maxViewers: 0,
  muxPlaybackId: 'played-here',
  playbackUrl: null,
  user: { id: alice.id, username: 'alice', displayName: 'Alice Archer', profileImage: null },
  streamKey: 'the-secret-key',
  ingestUrl: 'rtmp://devstead.test:1935/live',
  takesBrowsers: true,
  report: null,
}

beforeEach(() => {
  localStorage.clear()
  signInHere()
  cacheProfile(alice)
  vi.stubGlobal('isSecureContext', true)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

async function open(id: string, part: Partial<OwnLivestream> = {}) {
  answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/users/me/livestreams': () => Response.json([{ ...sample, ...part }]),
  })
  const { page } = await mount(<goLiveView.View params={goLiveAddress.paramsIn({ id })} query={{}} />)
  await settle()
  return page.textContent
}

test('explains why going live is not possible', async () => {
  assert.match(await open('8'), /doesn’t belong to you/)
  assert.match(await open('x'), /doesn’t belong to you/)
  assert.match(await open('7', { takesBrowsers: false }), /only from streaming software/)
  assert.match(await open('7'), /This browser can’t encode video/)
  vi.stubGlobal('isSecureContext', false)
  assert.match(await open('7'), /over HTTPS, or from your own computer/)
})
