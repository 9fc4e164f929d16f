import assert from 'node:assert/strict'
import { useState } from 'react'
import { test } from 'vitest'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { TagsField } from './tags-field.tsx'

const known = ['typescript', 'types']
const list = (names: string[]) => ({
  tags: names.map((name) => ({ name, postCount: 1 })),
  page: 1,
  totalPages: 1,
  total: names.length,
})

async function open(given: string[] = []) {
  let tags = given
  const asked = answer({ 'GET /api/tags': () => Response.json(list(known)) })
  function Editor() {
    const [chosen, setChosen] = useState(given)
    return (
      <TagsField
        tags={chosen}
        onChange={(next) => {
          tags = next
          setChosen(next)
        }}
      />
    )
  }
  const { page } = await mount(<Editor />)
  const field = page.querySelector('input')!
  const type = (text: string) =>
    settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = (key: string) => settle(() => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  return { page, field, asked, type, press, tags: () => tags }
}

test('adds the typed tag on Enter or comma, normalized and without duplicates', async () => {
  const t = await open()
  await t.type('Node.js')
  await t.press('Enter')
  await t.type('web dev, nodejs,')
  assert.deepEqual(t.tags(), ['nodejs', 'web-dev'])
  assert.equal(t.field.value, '')
  assert.deepEqual(
    [...t.page.querySelectorAll('.chip')].map((chip) => chip.textContent),
    ['#nodejs', '#web-dev'],
  )
  assert.equal(t.page.querySelector('output')?.textContent, 'web-dev added')
})

test('adds the typed tag when the field loses focus, so that it is published', async () => {
  const t = await open()
  await t.type('rust')
  await settle(() => t.field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  assert.deepEqual(t.tags(), ['rust'])
})

test('suggests existing tags, and adds the one that is selected', async () => {
  const t = await open(['types'])
  await t.type('t')
  await settle()
  assert.deepEqual(
    [...t.page.querySelectorAll('option')].map((option) => option.value),
    ['typescript'],
  )
  await t.type('typescript')
  assert.deepEqual(t.tags(), ['types', 'typescript'])
})

test('removes the last tag on Backspace in an empty field, and any tag when its × is clicked', async () => {
  const t = await open(['a', 'b', 'c'])
  await t.press('Backspace')
  assert.deepEqual(t.tags(), ['a', 'b'])
  await settle(() => t.page.querySelector<HTMLElement>('[aria-label="Remove a"]')!.click())
  assert.deepEqual(t.tags(), ['b'])
  assert.equal(t.page.querySelector('output')?.textContent, 'a removed')
})

test('accepts at most ten tags', async () => {
  const t = await open(Array.from({ length: 9 }, (_, index) => `t${index}`))
  await t.type('x, y,')
  assert.equal(t.tags().length, 10)
  assert.ok(t.field.readOnly)
  assert.match(t.page.textContent, /An article can have up to 10 tags\./)
})

test('ignores text that is not a valid tag', async () => {
  const t = await open()
  await t.type('!?')
  await t.press('Enter')
  assert.deepEqual(t.tags(), [])
})
