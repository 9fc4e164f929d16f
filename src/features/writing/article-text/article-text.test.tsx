import assert from 'node:assert/strict'
import { useState } from 'react'
import { beforeEach, test } from 'vitest'
import { shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { ArticleText } from './article-text.tsx'

beforeEach(() => {
  localStorage.clear()
  signInHere()
})

async function open(initial = '', answers: Answers = {}) {
  const asked = answer(answers)
  const calls: unknown[] = []
  function Form() {
    const [content, setContent] = useState(initial)
    return (
      <ArticleText
        title=""
        content={content}
        fault={content === 'bad' ? 'Too short' : undefined}
        isReadOnly={false}
        onUploading={(isUploading) => calls.push(isUploading)}
        onChange={setContent}
        onSave={() => calls.push('save')}
        onSubmit={() => calls.push('publish')}
      />
    )
  }
  const { page } = await mount(<Form />)
  const text = () => page.querySelector('textarea')!
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)!
  const press = (init: KeyboardEventInit) =>
    settle(() => text().dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })))
  return { page, asked, calls, text, button, press }
}

test('shows the word count and, if there is something to read, the reading time', async () => {
  const t = await open()
  assert.match(t.page.textContent, /0 words/)
  assert.doesNotMatch(t.page.textContent, /min read/)
  await settle(() => type(t.text(), 'one two three'))
  assert.match(t.page.textContent, /3 words1 min read/)
})

test('associates the error message with its field', async () => {
  const t = await open()
  await settle(() => type(t.text(), 'bad'))
  const described = t.page.querySelector(`[id="${t.text().getAttribute('aria-describedby')}"]`)
  assert.equal(described?.textContent, 'Too short')
  assert.equal(t.text().getAttribute('aria-invalid'), 'true')
})

test('formats the selection with buttons and shortcuts, and saves and publishes with other shortcuts', async () => {
  const t = await open('one two')
  t.text().setSelectionRange(4, 7)
  await settle(() => t.button('Bold').click())
  assert.equal(t.text().value, 'one **two**')
  await t.press({ key: 'b', code: 'KeyB', ctrlKey: true })
  assert.equal(t.text().value, 'one two')
  await t.press({ key: 's', code: 'KeyS', ctrlKey: true })
  await t.press({ key: 'Enter', code: 'Enter', ctrlKey: true })
  assert.deepEqual(t.calls, [false, 'save', 'publish'])
})

test('shows the title and rendered text in the preview, or a message if there is nothing to preview', async () => {
  const t = await open('', {
    'POST /api/posts/preview': () => Response.json({ html: '<p>Rendered</p>', isTruncated: false }),
  })
  await settle(() => t.button('Preview').click())
  assert.match(t.page.textContent, /Untitled Blog PostNothing to preview/)
  await settle(() => t.button('Write').click())
  await settle(() => type(t.text(), 'Words'))
  await settle(() => t.button('Preview').click())
  await settle(() => new Promise((resolve) => setTimeout(resolve, 400)))
  assert.match(t.page.textContent, /Untitled Blog PostRendered/)
})

test('removes the placeholder for an upload that was interrupted by a reload', async () => {
  const t = await open('one\n\n![Uploading a.png…]()\ntwo')
  assert.equal(t.text().value, 'one\n\ntwo')
})

const aFile = (name: string, type: string) => new File(['x'], name, { type })

/** Drops files on the text as a browser does. @returns whether the default action was prevented */
const drop = async (text: HTMLElement, files: File[]) => {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { files, types: ['Files'], getData: () => '' } })
  await settle(() => text.dispatchEvent(event))
  return event.defaultPrevented
}

test('inserts placeholders for dropped pictures while they upload, and removes them if the upload fails', async () => {
  const arrivals: ((answer: Response) => void)[] = []
  const t = await open('one', { 'POST /api/storage/upload': () => new Promise((resolve) => arrivals.push(resolve)) })
  assert.equal(await drop(t.text(), [aFile('a.png', 'image/png'), aFile('a.png', 'image/png')]), true)
  assert.equal(t.text().value, 'one\n\n![Uploading a.png…]()\n![Uploading a.png 2…]()\n')
  assert.deepEqual(t.calls, [false, true])
  await settle(() => type(t.text(), `zero ${t.text().value}`))
  await settle(() =>
    arrivals[1]!(Response.json({ publicUrl: 'https://devstead.test/i.png', address: '/i.png', width: 1, height: 1 })),
  )
  await settle(() => arrivals[0]!(new Response('', { status: 500 })))
  assert.equal(t.text().value, 'zero one\n\n![Image description](/i.png)\n')
  assert.deepEqual(t.calls, [false, true, false])
  assert.equal(shownToast()?.description, 'Failed to upload image. Please try again.')
})

test('rejects a dropped file that is not a picture, and prevents the browser from opening it', async () => {
  const t = await open('one')
  assert.equal(await drop(t.text(), [aFile('a.txt', 'text/plain')]), true)
  assert.equal(t.text().value, 'one')
  assert.equal(shownToast()?.description, 'Only image files are allowed')
})
