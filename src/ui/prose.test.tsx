import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { Prose } from './prose.tsx'
import { dismissToast, shownToast } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  dismissToast()
})

const block = (code: string) =>
  `<figure class="code"><pre tabindex="0"><code class="hljs"><span class="hljs-keyword">${code}</span>\n</code></pre></figure>`

async function open(html: string) {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { page, render } = await mount(<Prose html={html} />)
  const buttons = () => [...page.querySelectorAll('button')]
  return { page, render, copied, buttons, status: () => page.querySelector('[role=status]')?.textContent }
}

test('adds a button to each code block that copies the code unchanged', async () => {
  const t = await open(`<p>text</p>${block('a &lt; b\n\tc\n')}${block('d')}`)
  assert.deepEqual(
    t.buttons().map(({ ariaLabel }) => ariaLabel),
    ['Copy code', 'Copy code'],
  )
  for (const button of t.buttons()) await settle(() => button.click())
  assert.deepEqual(t.copied.mock.calls, [['a < b\n\tc\n'], ['d']])
})

test('shows and announces that the code was copied, and then restores the button’s label', async () => {
  const t = await open(block('a'))
  assert.equal(t.status(), '')
  await settle(() => t.buttons()[0]!.click())
  assert.deepEqual([t.buttons()[0]!.textContent, t.status()], ['Copied', 'Copied'])
  await settle(() => vi.advanceTimersByTime(2000))
  assert.deepEqual([t.buttons()[0]!.textContent, t.status()], ['Copy', ''])
})

test('shows an error if copying fails', async () => {
  const t = await open(block('a'))
  t.copied.mockRejectedValue(new Error('no'))
  await settle(() => t.buttons()[0]!.click())
  assert.equal(shownToast()?.title, 'Failed to copy')
  assert.equal(t.buttons()[0]!.textContent, 'Copy')
})

test('keeps the buttons when the text is unchanged, and adds new buttons when it changes', async () => {
  const t = await open(block('a'))
  const [before] = t.buttons()
  await t.render(<Prose html={block('a')} className="other" />)
  assert.deepEqual(t.buttons(), [before])
  await t.render(<Prose html={block('b') + block('c')} />)
  await settle(() => t.buttons()[1]!.click())
  assert.deepEqual([t.buttons().length, t.copied.mock.calls], [2, [['c']]])
})
