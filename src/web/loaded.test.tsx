import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { ApiError } from './api.ts'
import { Loaded } from './loaded.tsx'

const show = (query: { data: string | undefined; error: unknown }, refetch = () => {}) =>
  mount(
    <Loaded query={{ ...query, refetch }} loading={<p>Loading</p>} failed="Error Loading Words">
      {(data) => <p>{data}</p>}
    </Loaded>,
  )

test('shows a placeholder, then the data, even if refetching fails', async () => {
  assert.equal((await show({ data: undefined, error: null })).page.textContent, 'Loading')
  assert.equal((await show({ data: 'Words', error: null })).page.textContent, 'Words')
  assert.equal((await show({ data: 'Words', error: new Error('Away') })).page.textContent, 'Words')
})

test('shows why loading failed, and retries on request', async () => {
  let retries = 0
  const error = new ApiError(503, JSON.stringify({ message: 'The database is restarting.' }))
  const { page } = await show({ data: undefined, error }, () => (retries += 1))
  assert.equal(
    page.querySelector('[role=alert]')!.textContent,
    'Error Loading WordsThe database is restarting.Try Again',
  )
  await settle(() => page.querySelector('button')!.click())
  assert.equal(retries, 1)
})
