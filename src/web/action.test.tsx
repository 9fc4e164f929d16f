import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { mount, settle } from '#tests/support/mount.tsx'
import { ConfirmButton, useAction } from './action.tsx'
import { ApiError } from './api.ts'

beforeEach(() => dismissToast())

const refusal = new ApiError(409, JSON.stringify({ message: 'Someone else was faster.' }))

async function open(action: () => Promise<unknown>) {
  let done = 0
  const { page } = await mount(
    <ConfirmButton
      confirm={{
        title: 'Delete it?',
        description: 'This action cannot be undone.',
        confirmLabel: 'Delete it',
        action,
        success: { title: 'Deleted' },
        failure: 'It could not be deleted.',
        onDone: () => (done += 1),
      }}
    >
      Delete
    </ConfirmButton>,
  )
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click())
  return { press, done: () => done, isOpen: () => page.querySelector('dialog')!.open }
}

test('runs the action once it is confirmed, then reports the result and closes', async () => {
  let runs = 0
  const t = await open(async () => (runs += 1))
  await t.press('Delete')
  await t.press('Cancel')
  assert.deepEqual([runs, t.isOpen()], [0, false])
  await t.press('Delete')
  await t.press('Delete it')
  assert.deepEqual([runs, t.done(), t.isOpen(), shownToast()?.title], [1, 1, false, 'Deleted'])
})

test('shows why an action failed and closes the dialog', async () => {
  for (const [reason, description] of [
    [refusal, 'Someone else was faster.'],
    [new TypeError('Failed to fetch'), 'It could not be deleted.'],
  ] as const) {
    const t = await open(() => Promise.reject(reason))
    await t.press('Delete')
    await t.press('Delete it')
    assert.deepEqual([t.done(), t.isOpen()], [0, false])
    assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Error', description])
  }
})

test('runs only one of an action’s requests at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let runs = 0
  let results: Promise<boolean[]> | undefined
  function Twice() {
    const { run } = useAction(() => {
      runs += 1
      return promise
    })
    return (
      <button type="button" onClick={() => (results = Promise.all([run(), run()]))}>
        Run
      </button>
    )
  }
  const { page } = await mount(<Twice />)
  await settle(() => page.querySelector('button')!.click())
  await settle(() => resolve())
  assert.deepEqual([runs, await results], [1, [true, false]])
})
