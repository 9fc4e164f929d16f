import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { aPost } from '#tests/support/samples.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { NewPost } from './new-post.tsx'
import type { Post } from './posts.contract.ts'
import { tooComplex } from './new-posts.contract.ts'
import { type Feed, postListQuery } from './posts.hooks.ts'

const categories = [
  { id: 1, name: 'tech_tips', displayName: 'Tech Tips', color: 'teal' },
  { id: 5, name: 'general_thoughts', displayName: 'General Thoughts', color: 'slate' },
]
const publish: Answers[string] = ({ body }) => Response.json(aPost(7, body as Partial<Post>), { status: 201 })
const created: Answers = {
  'GET /api/post-categories': () => Response.json(categories),
  'POST /api/posts': publish,
}

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(answers: Answers = created, cache = createQueryCache()) {
  const asked = answer(answers)
  const { page } = await mount(<NewPost />, cache)
  await settle()
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    )!
  const text = () => page.querySelector('textarea')!
  const sent = (call: string) => asked.filter((one) => one.call === call)
  return { page, asked, button, text, sent }
}

/** Answers the dialog's question. */
const answerQuestion = (value?: string) =>
  settle(() => {
    const form = document.querySelector<HTMLFormElement>('dialog form')!
    if (value !== undefined) form.querySelector('input')!.value = value
    form.requestSubmit()
  })

test('publishes in the chosen category, clears the form, and shows a toast', async () => {
  const t = await open()
  await settle(() => type(t.text(), 'Hello'))
  await settle(() => type(t.page.querySelector('select')!, '1'))
  await settle(() => t.button('Post').click())
  assert.deepEqual(t.sent('POST /api/posts')[0]?.body, { content: 'Hello', categoryId: 1, isLongForm: false })
  assert.equal(t.sent('POST /api/posts')[0]?.headers.get('authorization'), 'Bearer token of user-1')
  assert.equal(t.text().value, '')
  assert.equal(t.page.querySelector('select')!.value, '5')
  assert.equal(shownToast()?.description, 'Your post has been published successfully!')
})

test('adds the new post to the top of lists sorted by date, and marks other lists as stale', async () => {
  const cache = createQueryCache()
  const posts = Array.from({ length: 10 }, (_, index) => aPost(index + 1))
  const all = postListQuery({ page: 1 }).queryKey
  const chosen = postListQuery({ page: 1, categoryId: 1 }).queryKey
  const others: Feed[] = [{ page: 2 }, { page: 1, type: 'popular' }, { page: 1, categoryId: 5 }]
  for (const key of [all, chosen, ...others.map((feed) => postListQuery(feed).queryKey)]) {
    cache.setQueryData(key, { posts, page: 1, totalPages: 1, total: 10 })
  }
  const t = await open({ ...created, 'POST /api/posts': () => Response.json(aPost(11), { status: 201 }) }, cache)
  await settle(() => type(t.text(), 'Post 11'))
  await settle(() => type(t.page.querySelector('select')!, '1'))
  await settle(() => t.button('Post').click())
  for (const key of [all, chosen]) {
    const list = cache.getQueryData(key)!
    assert.deepEqual(list, { posts: [aPost(11), ...posts.slice(0, 9)], page: 1, totalPages: 2, total: 11 })
    assert.equal(cache.getQueryState(key)?.isInvalidated, false)
  }
  for (const feed of others) {
    const { queryKey } = postListQuery(feed)
    assert.equal(cache.getQueryData(queryKey)?.total, 10)
    assert.equal(cache.getQueryState(queryKey)?.isInvalidated, true)
  }
})

test('keeps the new post in the list when a fetch that started earlier finishes later', async () => {
  const cache = createQueryCache()
  const { queryKey } = postListQuery({ page: 1 })
  cache.setQueryData(queryKey, { posts: [aPost(1)], page: 1, totalPages: 1, total: 1 })
  const earlier = Promise.withResolvers<Response>()
  const t = await open({ ...created, 'GET /api/posts': () => earlier.promise }, cache)
  const fetching = cache.fetchQuery({ ...postListQuery({ page: 1 }), staleTime: 0 }).catch(() => null)
  await settle(() => type(t.text(), 'Post 7'))
  await settle(() => t.button('Post').click())
  earlier.resolve(Response.json({ posts: [aPost(1)], page: 1, totalPages: 1, total: 1 }))
  await settle(() => fetching)
  assert.deepEqual(
    cache.getQueryData(queryKey)?.posts.map(({ id }) => id),
    [7, 1],
  )
})

test('shows “Posting...” while the request is pending, and sends it only once', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const t = await open({
    ...created,
    'POST /api/posts': (request) => held.then(() => publish(request)),
  })
  await settle(() => type(t.text(), 'Hello'))
  await settle(() => t.button('Post').click())
  await settle(() => t.button('Posting...').click())
  await settle(release)
  assert.equal(t.sent('POST /api/posts').length, 1)
})

test('shows an error next to the field for an empty post without sending a request', async () => {
  const t = await open()
  await settle(() => type(t.text(), '   '))
  await settle(() => t.button('Post').click())
  assert.match(t.page.textContent, /Post content cannot be empty/)
  assert.deepEqual(t.sent('POST /api/posts'), [])
})

test('keeps the text and shows the server’s message after a failure', async () => {
  const message = 'Too many requests. Try again in 12 seconds.'
  const t = await open({ ...created, 'POST /api/posts': () => Response.json({ message }, { status: 429 }) })
  await settle(() => type(t.text(), 'Precious'))
  await settle(() => t.button('Post').click())
  assert.equal(t.text().value, 'Precious')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Error', message])
})

test('shows a default message if the server returns none', async () => {
  const t = await open({ ...created, 'POST /api/posts': () => new Response('', { status: 502 }) })
  await settle(() => type(t.text(), 'Precious'))
  await settle(() => t.button('Post').click())
  assert.equal(shownToast()?.description, 'Failed to publish post. Please try again.')
})

const keyOf = ({ headers }: { headers: Headers }) => headers.get('idempotency-key')

test('retries with the same key, even after a reload, and uses a new key for the next post', async () => {
  const failing = { ...created, 'POST /api/posts': () => Response.error() }
  const first = await open(failing)
  await settle(() => type(first.text(), 'Precious'))
  await settle(() => first.button('Post').click())
  await settle(() => first.button('Post').click())
  const [key, ...keys] = first.sent('POST /api/posts').map(keyOf)
  assert.match(key!, /^[0-9a-f]{32}$/)
  assert.deepEqual(keys, [key])
  first.page.remove()

  const again = await open()
  await settle(() => again.button('Post').click())
  await settle(() => type(again.text(), 'Another'))
  await settle(() => again.button('Post').click())
  const sent = again.sent('POST /api/posts')
  assert.equal(keyOf(sent[0]!), key)
  assert.match(keyOf(sent[1]!)!, /^[0-9a-f]{32}$/)
  assert.notEqual(keyOf(sent[1]!), key)
})

test('keeps the text for republishing if it was edited after publishing or if the post was deleted', async () => {
  const arrived = Response.json(aPost(7, { content: 'Early', categoryId: 5 }), { status: 201 })
  const deleted = Response.json({ message: 'This post has been deleted.' }, { status: 410 })
  for (const [first, sentence] of [
    [arrived, /already been published, but without your latest changes/],
    [deleted, /has been deleted/],
  ] as const) {
    const answers = [() => first, publish]
    const t = await open({ ...created, 'POST /api/posts': (request) => answers.shift()!(request) })
    await settle(() => type(t.text(), 'Early and late'))
    await settle(() => t.button('Post').click())
    assert.match(shownToast()?.description ?? '', sentence)
    assert.equal(t.text().value, 'Early and late')
    await settle(() => t.button('Post').click())
    assert.equal(t.text().value, '')
    assert.equal(new Set(t.sent('POST /api/posts').map(keyOf)).size, 2)
    t.page.remove()
  }
})

test('publishes on Ctrl + Enter', async () => {
  const t = await open()
  await settle(() => type(t.text(), 'Hello'))
  const press = (init: KeyboardEventInit) =>
    t.text().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }))
  await settle(() => press({}))
  assert.equal(t.sent('POST /api/posts').length, 0)
  await settle(() => press({ ctrlKey: true }))
  assert.equal(t.sent('POST /api/posts').length, 1)
})

test('restores the same member’s text after a reload, and removes the local copy after publishing', async () => {
  const first = await open()
  await settle(() => type(first.text(), 'Half a thought'))
  signInHere('user-2')
  assert.equal((await open()).text().value, '')
  signInHere('user-1')
  const again = await open()
  assert.equal(again.text().value, 'Half a thought')
  await settle(() => again.button('Post').click())
  assert.equal((await open()).text().value, '')
})

test('shows a preview rendered by the server, except for empty text', async () => {
  const t = await open({
    ...created,
    'POST /api/posts/preview': () => Response.json({ html: '<p><b>Bold</b></p>', isTruncated: false }),
  })
  await settle(() => t.button('Preview').click())
  assert.match(t.page.textContent, /Nothing to preview/)
  await settle(() => t.button('Write').click())
  await settle(() => type(t.text(), '**Bold**'))
  await settle(() => t.button('Preview').click())
  assert.equal(t.page.querySelector('.composer-preview b')?.textContent, 'Bold')
  assert.deepEqual(t.sent('POST /api/posts/preview')[0]?.body, { content: '**Bold**' })
  assert.equal(t.text().value, '**Bold**')
})

test('warns in the preview when text has too many elements to be published', async () => {
  const preview = () => Response.json({ html: '<p>Beginning</p>', isTruncated: true })
  const t = await open({ ...created, 'POST /api/posts/preview': preview })
  await settle(() => type(t.text(), '```'))
  await settle(() => t.button('Preview').click())
  assert.equal(t.page.querySelector('.composer-preview')?.textContent, 'Beginning')
  assert.equal(t.page.querySelector('.composer-preview-fault')?.textContent, tooComplex())
})

test('inserts a video by its URL at the cursor, and asks again if the input is not a video URL', async () => {
  const t = await open()
  await settle(() => type(t.text(), 'before\nafter'))
  t.text().setSelectionRange(7, 7)
  await settle(() => t.button('Insert video').click())
  await answerQuestion('no video')
  assert.match(document.body.textContent, /Enter a YouTube video ID/)
  await answerQuestion('https://youtu.be/dQw4w9WgXcQ')
  assert.match(
    t.text().value,
    /^before\n<iframe src="https:\/\/www.youtube.com\/embed\/dQw4w9WgXcQ"[^\n]*<\/iframe>\nafter$/,
  )
})

test('inserts a code block with sample code, in JavaScript by default', async () => {
  const t = await open()
  await settle(() => t.button('Insert code').click())
  await answerQuestion()
  assert.match(t.text().value, /^```javascript\nfunction greet/)
})

test('uploads and inserts a selected picture with its description', async () => {
  const t = await open({
    ...created,
    'POST /api/storage/upload': () =>
      Response.json({
        publicUrl: 'https://devstead.test/storage/p.png',
        address: '/storage/p.png',
        width: 1,
        height: 1,
      }),
  })
  await settle(() => pick(t.page, new File(['x'], 'p.png', { type: 'image/png' })))
  const form = t.sent('POST /api/storage/upload')[0]?.body as FormData
  assert.equal(form.get('bucketName'), 'post-images')
  assert.equal((form.get('file') as File).name, 'p.png')
  assert.equal(document.querySelector<HTMLInputElement>('dialog input')?.value, 'Image description')
  await answerQuestion('A cat')
  assert.equal(t.text().value, '![A cat](/storage/p.png)\n')
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Image uploaded', 'Your image has been uploaded and inserted.'],
  )
})

test('shows an overlay during an upload, and shows an error and keeps the text if the upload fails', async () => {
  let refuse = () => {}
  const held = new Promise<void>((resolve) => (refuse = resolve))
  const t = await open({
    ...created,
    'POST /api/storage/upload': () => held.then(() => new Response('', { status: 500 })),
  })
  await settle(() => type(t.text(), 'Text'))
  await settle(() => pick(t.page, new File(['x'], 'p.png', { type: 'image/png' })))
  assert.match(t.page.textContent, /Uploading image\.\.\./)
  await settle(refuse)
  assert.doesNotMatch(t.page.textContent, /Uploading image\.\.\./)
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Upload failed', 'There was a problem uploading your image. Please try again.'],
  )
  assert.equal(t.text().value, 'Text')
})

test('rejects files that are too large or are not pictures before the upload', async () => {
  const t = await open()
  await settle(() => pick(t.page, new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'p.png', { type: 'image/png' })))
  assert.equal(shownToast()?.description, 'File size exceeds 2MB limit')
  await settle(() => pick(t.page, new File(['x'], 'p.txt', { type: 'text/plain' })))
  assert.equal(shownToast()?.description, 'Only image files are allowed')
  assert.deepEqual(t.sent('POST /api/storage/upload'), [])
})

test('shows the character count when a post approaches the limit', async () => {
  const t = await open()
  assert.doesNotMatch(t.page.textContent, /characters/)
  await settle(() => type(t.text(), 'x'.repeat(95_000)))
  assert.match(t.page.textContent, /95,000 of 100,000 characters/)
})

test('does not publish during an upload, and returns to the post if the alt-text prompt is canceled', async () => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  const t = await open({
    ...created,
    'POST /api/storage/upload': () =>
      held.then(() =>
        Response.json({
          publicUrl: 'https://devstead.test/storage/p.png',
          address: '/storage/p.png',
          width: 1,
          height: 1,
        }),
      ),
  })
  await settle(() => type(t.text(), 'Text'))
  await settle(() => pick(t.page, new File(['x'], 'p.png', { type: 'image/png' })))
  assert.equal(shownToast()?.title, 'Uploading image...')
  await settle(() => t.button('Post').click())
  assert.deepEqual(t.sent('POST /api/posts'), [])
  await settle(arrive)
  assert.equal(shownToast(), null)
  await settle(() => t.button('Cancel').click())
  assert.equal(document.activeElement, t.text())
  assert.equal(t.text().value, 'Text')
})

test('rejects a dropped file that is not a picture, and prevents the browser from opening it', async () => {
  const t = await open()
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(drop, { dataTransfer: { files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] } })
  await settle(() => t.text().dispatchEvent(drop))
  assert.equal(drop.defaultPrevented, true)
  assert.equal(shownToast()?.description, 'Only image files are allowed')
})

test('makes the text read-only while publishing, and ignores a repeated shortcut', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const t = await open({
    ...created,
    'POST /api/posts': (request) => held.then(() => publish(request)),
  })
  await settle(() => type(t.text(), 'Hello'))
  const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
  await settle(() => t.text().dispatchEvent(new KeyboardEvent('keydown', enter)))
  assert.equal(t.text().readOnly, true)
  await settle(release)
  await settle(() => t.text().dispatchEvent(new KeyboardEvent('keydown', { ...enter, repeat: true })))
  assert.equal(t.text().readOnly, false)
  assert.doesNotMatch(t.page.textContent, /cannot be empty/)
})

function pick(page: HTMLElement, file: File): void {
  const input = page.querySelector<HTMLInputElement>('input[type=file]')!
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
