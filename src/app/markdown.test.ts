import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addImage } from '#features/uploads/uploads.store.ts'
import { testStorage } from '#tests/storage.ts'
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
    memberId,
  })
  return {
    ...t,
    markdown: createMarkdown({ db: t.db, siteUrl: t.url, imageSecret: Buffer.alloc(32), storage: t.storage }),
  }
}
const path = '/storage/v1/object/public/post-images/a.jpg'

test('a picture that was uploaded here has its size, its copies and no address of the host it was uploaded to', async () => {
  const { markdown, url } = await written()
  const { html } = await markdown.render(`![cat](${url}${path})`)
  assert.match(html, new RegExp(` src="${path}"`))
  assert.match(html, /width="900"/)
  assert.match(html, new RegExp(`srcset="${path}.480w.webp 480w, ${path} 900w"`))
})

test('a picture elsewhere goes through the proxy, though its path be that of one of ours', async () => {
  const { markdown } = await written()
  const { html } = await markdown.render(`![cat](https://evil.example${path})`)
  assert.doesNotMatch(html, /(src|srcset)="https:|480w/)
})
