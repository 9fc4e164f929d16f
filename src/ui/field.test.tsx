import assert from 'node:assert/strict'
import { useState } from 'react'
import { test } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { Switch, TextInput } from './field.tsx'

test('associates a field with its label, hint, and error', async () => {
  const { page } = await mount(
    <TextInput label="Email" hint="Never shown." error="Please enter a valid email address" />,
  )
  const input = page.querySelector('input')!
  const described = input.getAttribute('aria-describedby')!.split(' ')
  assert.equal(page.querySelector('label')?.htmlFor, input.id)
  assert.deepEqual(
    described.map((id) => page.querySelector(`[id="${id}"]`)?.textContent),
    ['Please enter a valid email address', 'Never shown.'],
  )
  assert.equal(input.getAttribute('aria-invalid'), 'true')
})

test('does not mark a field without an error as invalid', async () => {
  const { page } = await mount(<TextInput label="Email" />)
  assert.equal(page.querySelector('input')?.hasAttribute('aria-invalid'), false)
  assert.equal(page.querySelector('input')?.hasAttribute('aria-describedby'), false)
})

function PublicStream() {
  const [isPublic, setPublic] = useState(true)
  return <Switch label="Public Stream" name="isPublic" checked={isPublic} onChange={setPublic} />
}

test('exposes a switch’s state and submits it with its form', async () => {
  const { page } = await mount(
    <form>
      <PublicStream />
    </form>,
  )
  const state = () => [
    page.querySelector('[role=switch]')?.getAttribute('aria-checked'),
    new FormData(page.querySelector('form')!).get('isPublic'),
  ]
  assert.deepEqual(state(), ['true', 'true'])
  await settle(() => page.querySelector<HTMLElement>('[role=switch]')!.click())
  assert.deepEqual(state(), ['false', 'false'])
})
