import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { readStored, writeStored } from './storage.ts'
import { useStoredText, useStoring } from './use-stored-text.ts'

beforeEach(() => localStorage.clear())

function Stored() {
  const { text, store, remove } = useStoredText('key')
  return (
    <>
      <output>{text ?? 'none'}</output>
      <button type="button" onClick={() => store('new')}>
        Store
      </button>
      <button type="button" onClick={remove}>
        Remove
      </button>
    </>
  )
}

test('reads the stored text, replaces it, and removes it', async () => {
  writeStored('key', 'old')
  const { page } = await mount(<Stored />)
  const [store, remove] = [...page.querySelectorAll('button')]
  const shown = () => [page.querySelector('output')!.textContent, readStored('key')]
  assert.deepEqual(shown(), ['old', 'old'])
  await settle(() => store!.click())
  assert.deepEqual(shown(), ['new', 'new'])
  await settle(() => remove!.click())
  assert.deepEqual(shown(), ['none', null])
})

let isLost: { current: boolean } | undefined
function Storing({ unsaved }: { unsaved: string | null }) {
  const ref = useStoring('key', unsaved)
  return (
    <button type="button" onClick={() => (isLost = ref)}>
      Check
    </button>
  )
}

test('stores unsaved text and removes it once it has been saved', async () => {
  await mount(<Storing unsaved="typed" />)
  assert.equal(readStored('key'), 'typed')
  await mount(<Storing unsaved={null} />)
  assert.equal(readStored('key'), null)
})

test('reports when the browser cannot store text', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { page } = await mount(<Storing unsaved="typed" />)
  await settle(() => page.querySelector('button')!.click())
  assert.equal(isLost?.current, true)
})
