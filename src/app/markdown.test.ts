import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { addImage } from '#features/writing/uploads/uploads.store.ts'
import { testStorage } from '#tests/support/storage.ts'
import { createMarkdown } from './markdown.ts'

async function written() {
  const t = await testStorage()
  const memberId = t.members.alice.id
  await addImage(t.db, {
    bucket: 'post-images',
    path: 'a.jpg',
    width: 900,
    height: 600,
    variantWidths: [480],
    contentType: 'image/jpeg',
    bytes: 1,
    storedBytes: 1,
    memberId,
  })
  return {
    ...t,
    markdown: createMarkdown({ db: t.db, siteUrl: t.url, imageSecret: Buffer.alloc(32), storage: t.storage }),
  }
}
const path = '/storage/v1/object/public/post-images/a.jpg'

test('renders an uploaded picture with its dimensions and resized copies, and omits the host from URLs', async () => {
  const { markdown, url } = await written()
  const { html } = await markdown.render(`![cat](${url}${path})`)
  assert.match(html, new RegExp(` src="${path}"`))
  assert.match(html, /width="900"/)
  assert.match(html, new RegExp(`srcset="${path}.480w.webp 480w, ${path} 900w"`))
})

test('proxies a picture from another site, even if its path looks like an upload’s', async () => {
  const { markdown } = await written()
  const { html } = await markdown.render(`![cat](https://evil.example${path})`)
  assert.doesNotMatch(html, /(src|srcset)="https:|480w/)
})

test('shows a link to a public recording as a card, and keeps other links', async () => {
  const { markdown, url, db, members } = await written()
  await run(db)`
    insert into all_livestreams (id, member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public)
    overriding system value
    select id, ${members.alice.id}, 'embedded', id, id, true, '', '', '', id = 1 from generate_series(1, 2) id`
  await run(db)`
    insert into livestream_recordings (id, livestream_id, recording_id, title, started_at, seconds)
    overriding system value select id, id, id, 'Caches & <b>', '2026-11-20T18:00:00Z', 3725 from generate_series(1, 2) id`
  const rendered = async (text: string) => (await markdown.render(text)).html
  const card = await rendered(`Look:\n\n${url}/livestream/1/recording/1?t=90`)
  assert.match(card, /<figure class="link-card"/)
  assert.match(card, /<a href="\/livestream\/1\/recording\/1\?t=90">Caches &amp; &lt;b&gt;<\/a>/)
  for (const fact of ['1:02:05', 'Nov 20, 2026', 'Alice Archer']) assert.ok(card.includes(`<span>${fact}</span>`), fact)
  for (const address of ['2/recording/2', '1/recording/9', '1/recording/1/more', '1/recording/0'])
    assert.doesNotMatch(await rendered(`${url}/livestream/${address}`), /figure/, address)
  assert.doesNotMatch(await rendered('https://elsewhere.example/livestream/1/recording/1'), /figure/)
  assert.doesNotMatch(await rendered(`See ${url}/livestream/1/recording/1 for more`), /figure/)
})
