import assert from 'node:assert/strict'
import { test } from 'vitest'
import { getProjectVideo } from './projects.contract.ts'
import { castProjects } from '#tests/support/making-projects.ts'

test.each([
  ['https://youtu.be/dQw4w9WgXcQ', { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' }],
  [
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' },
  ],
  ['https://vimeo.com/76979871/abc123', { kind: 'frame', src: 'https://player.vimeo.com/video/76979871?h=abc123' }],
  ['https://files.example/demo.MP4?x=1', { kind: 'file', src: 'https://files.example/demo.MP4?x=1' }],
  ['http://files.example/demo.mp4', null],
  ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', null],
  ['https://files.example/page', null],
])('recognizes the video at %s', async (demoVideoUrl, shown) => {
  const t = await castProjects()
  assert.deepEqual((await t.make('alice', { demoVideoUrl })).demoVideo, shown)
})

test('plays a video file on a page that loads only from the file’s host and is framed only by this site', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice', {
    title: 'A <b>"press"</b>',
    demoVideoUrl: 'https://files.example/demo.mp4?a=1&b=2',
  })
  const { status, headers, body } = await t.stranger<string>('GET', getProjectVideo.href({ id }))
  assert.equal(status, 200)
  const policy = headers.get('content-security-policy')!
  assert.match(
    policy,
    /^default-src 'none'; media-src https:\/\/files\.example; style-src 'sha256-[^']+'; frame-ancestors 'self';/,
  )
  assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN')
  assert.match(
    body,
    /<video controls preload="none" playsinline src="https:\/\/files\.example\/demo\.mp4\?a=1&amp;b=2"/,
  )
  assert.match(body, /<title>Demo of A &lt;b&gt;/)
  const other = await t.make('alice', { demoVideoUrl: 'https://youtu.be/dQw4w9WgXcQ' })
  assert.equal((await t.stranger('GET', getProjectVideo.href({ id: other.id }))).status, 404)
})
