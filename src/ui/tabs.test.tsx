import assert from 'node:assert/strict'
import { useState } from 'react'
import { test } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { Tabs } from './tabs.tsx'

const tabs = [
  { id: 'posts', label: 'Posts' },
  { id: 'about', label: 'About' },
  { id: 'github', label: 'GitHub' },
] as const

function Profile() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('posts')
  return (
    <Tabs label="Profile" tabs={tabs} selected={selected} onSelect={setSelected}>
      {selected}
    </Tabs>
  )
}

test('moves between tabs with the arrow keys, Home, and End, and keeps only the selected tab in the tab order', async () => {
  const { page } = await mount(<Profile />)
  const press = (key: string) =>
    settle(() =>
      page.querySelector('[aria-selected=true]')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    )
  const state = () => [
    document.activeElement?.textContent,
    page.querySelector('[role=tabpanel]')?.textContent,
    page.querySelectorAll('[role=tab][tabindex="0"]').length,
  ]
  await press('ArrowLeft')
  assert.deepEqual(state(), ['GitHub', 'github', 1])
  await press('ArrowRight')
  assert.deepEqual(state(), ['Posts', 'posts', 1])
  await press('End')
  assert.deepEqual(state(), ['GitHub', 'github', 1])
  await press('Home')
  assert.deepEqual(state(), ['Posts', 'posts', 1])
})

test('reverses the arrow keys in right-to-left text', async () => {
  const { page } = await mount(<Profile />)
  page.style.direction = 'rtl'
  const selected = () => page.querySelector('[aria-selected=true]')
  await settle(() => selected()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })))
  assert.equal(selected()?.textContent, 'About')
})

test('labels the panel with its tab', async () => {
  const { page } = await mount(<Profile />)
  await settle(() => page.querySelectorAll<HTMLElement>('[role=tab]')[1]?.click())
  const panel = page.querySelector('[role=tabpanel]')!
  const tab = page.querySelector('[aria-selected=true]')!
  assert.equal(tab.getAttribute('aria-controls'), panel.id)
  assert.equal(panel.getAttribute('aria-labelledby'), tab.id)
  assert.equal(tab.textContent, 'About')
})
