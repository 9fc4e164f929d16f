import assert from 'node:assert/strict'
import { Suspense } from 'react'
import { test } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { lazyPart } from './lazy-part.ts'

const Missing = () => <b>unavailable</b>

test('shows a component once its code has loaded, or a fallback if loading fails', async () => {
  const Part = lazyPart(() => Promise.resolve(() => <i>here</i>), Missing)
  const Lost = lazyPart(() => Promise.reject(new TypeError('Failed to fetch')), Missing)
  const { page } = await mount(
    <Suspense>
      <p>around</p>
      <Part />
      <Lost />
    </Suspense>,
  )
  await settle()
  assert.equal(page.innerHTML, '<p>around</p><i>here</i><b>unavailable</b>')
})
