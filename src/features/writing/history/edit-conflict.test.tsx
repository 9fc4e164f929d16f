import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { mount, settle } from '#tests/support/mount.tsx'
// Loaded lazily by the component; loaded in advance here.
import './text-change.contract.ts'
import { EditConflict, type EditConflictProps } from './edit-conflict.tsx'
import { ReplacedText } from './replaced-text.tsx'

beforeEach(() => dismissToast())

async function open(part: Partial<EditConflictProps> = {}) {
  const calls: string[] = []
  const { page } = await mount(
    <EditConflict
      mine={{ title: null, content: 'The quick brown fox' }}
      theirs={{ title: null, content: 'The slow brown fox', updatedAt: '2026-11-21T00:00:00.000Z' }}
      what="post"
      onKeepMine={() => calls.push('mine')}
      onTakeTheirs={() => calls.push('theirs')}
      {...part}
    />,
  )
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!.click())
  return { page, calls, press }
}

test('explains the conflict, focuses the heading, and shows the differences', async () => {
  const t = await open({
    theirs: {
      title: null,
      content: 'The slow brown fox',
      updatedAt: '2026-11-21T00:00:00.000Z',
      editor: { displayName: 'Bob Baker' },
    },
  })
  assert.equal(document.activeElement?.textContent, 'This post has been changed in the meantime')
  assert.match(t.page.textContent, /Bob Baker saved another version/)
  const change = t.page.querySelector('.text-change')!
  assert.deepEqual(
    [change.querySelector('del')?.textContent, change.querySelector('ins')?.textContent],
    ['slow', 'quick'],
  )
})

test('shows both versions in full, with their titles', async () => {
  const t = await open({ mine: { title: 'My title', content: 'Mine' } })
  await t.press('Both texts')
  const sides = [...t.page.querySelectorAll('textarea')].map(({ value }) => value)
  assert.deepEqual(sides, ['The slow brown fox', '# My title\n\nMine'])
})

test('offers one button per choice, and a button to copy the author’s own text', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { languages: [], clipboard: { writeText: written } })
  const t = await open()
  await t.press('Keep my text')
  await t.press('Use the other text')
  await t.press('Copy my text')
  assert.deepEqual([t.calls, written.mock.calls], [['mine', 'theirs'], [['The quick brown fox']]])
  assert.equal(shownToast()?.title, 'Copied')
  vi.unstubAllGlobals()
})

test('disables the other choices while saving', async () => {
  const t = await open({ busy: true })
  await t.press('Keep my text')
  await t.press('Use the other text')
  assert.deepEqual(t.calls, [])
})

test('does not mention the edit history for drafts', async () => {
  const t = await open({ what: 'draft' })
  assert.match(t.page.textContent, /This draft has been changed/)
  assert.doesNotMatch(t.page.textContent, /edit history/)
})

test('offers to restore or discard the text that was replaced', async () => {
  const calls: string[] = []
  const { page } = await mount(
    <ReplacedText text="Mine" onRestore={() => calls.push('back')} onDiscard={() => calls.push('gone')} />,
  )
  for (const name of ['Restore it', 'Discard it'])
    await settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!.click())
  assert.deepEqual(calls, ['back', 'gone'])
})
