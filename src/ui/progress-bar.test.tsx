import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mount } from '#tests/support/mount.tsx'
import { ProgressBar } from './progress-bar.tsx'

const textOf = async (done: number, total: number) => {
  const { page } = await mount(<ProgressBar label="Importing" done={done} total={total} />)
  return page.querySelector('output')!.textContent
}

test('shows the percentage once the total is known, and 100% only when everything is done', async () => {
  assert.equal(await textOf(0, 0), 'Importing')
  assert.equal(await textOf(29, 100), 'Importing29%')
  assert.equal(await textOf(999, 1000), 'Importing99%')
  assert.equal(await textOf(8, 8), 'Importing100%')
})
