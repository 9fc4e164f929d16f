import assert from 'node:assert/strict'
import { test } from 'vitest'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { aPost } from '#tests/support/samples.ts'
import { FoldingPost } from './folding-post.tsx'

test('collapses a post with a muted word to one line, and focuses the post when it is expanded', async () => {
  answer({})
  const { page } = await mount(<FoldingPost post={aPost(7, { mutedWord: 'spoilers' })} />)
  assert.equal(page.textContent, 'Hidden: contains “spoilers” · Show')
  assert.equal(page.querySelector('.post-card'), null)
  await settle(() => page.querySelector('button')!.click())
  assert.ok(page.querySelector('.post-card'))
  assert.ok(document.activeElement?.contains(page.querySelector('.post-card')))
})
