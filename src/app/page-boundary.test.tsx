import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { mount } from '#tests/support/mount.tsx'
import { PageBoundary, SiteBoundary } from './page-boundary.tsx'

function Faulty(): never {
  throw new Error('a fault')
}

test('keeps the frame after an error in a page, and shows a message with a link after an error in the frame', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const frame = await mount(
    <SiteBoundary>
      <Faulty />
    </SiteBoundary>,
  )
  assert.equal(frame.page.querySelector('h1')?.textContent, 'Something went wrong')
  assert.equal(frame.page.querySelector('a')?.getAttribute('href'), '/')

  const { page } = await mount(
    <SiteBoundary>
      <p>The frame</p>
      <PageBoundary>
        <Faulty />
      </PageBoundary>
    </SiteBoundary>,
  )
  assert.match(page.textContent, /The frame.*This page failed to load/)
  assert.equal(page.querySelector('button')?.textContent, 'Try again')
})
