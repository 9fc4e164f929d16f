import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { postMentionsView } from './post-mentions.tsx'

beforeEach(() => {
  localStorage.clear()
  signInHere()
})

const mention = (id: number, part: object = {}) => ({
  id,
  commentId: null,
  target: `https://site${id}.example/page?x=1`,
  isLinked: true,
  state: 'sent',
  endpoint: 'https://site.example/webmention',
  answer: 'Accepted by the site (202).',
  tries: 1,
  triedAt: '2026-11-22T00:00:00.000Z',
  nextTryAt: null,
  ...part,
})
const list =
  (mentions: object[], part: object = {}) =>
  () =>
    Response.json({ mentions, isSitePublic: true, page: 1, totalPages: 1, total: mentions.length, ...part })
const path = 'GET /api/posts/7/sent-webmentions'

async function open(answers: Answers, query = { page: 1 }) {
  const asked = answer(answers)
  const { page } = await mount(<postMentionsView.View params={{ id: 7 }} query={query} />)
  await settle()
  return { page, asked, rows: () => [...page.querySelectorAll('li')] }
}

test('shows the status and response for each site', async () => {
  const t = await open({
    [path]: list([
      mention(1),
      mention(2, { state: 'no endpoint', endpoint: null, answer: 'The page has no webmention endpoint.' }),
      mention(3, {
        state: 'failed',
        answer: 'The endpoint responded with 400.',
        isLinked: false,
        commentId: 12,
        tries: 3,
      }),
      mention(4, { state: 'waiting', answer: 'The endpoint is busy.', nextTryAt: '2026-11-22T01:00:00.000Z' }),
      mention(5, { state: 'waiting', answer: '', tries: 0, triedAt: null, endpoint: null }),
    ]),
  })
  const texts = t.rows().map((row) => row.textContent)
  assert.match(texts[0]!, /site1\.example\/page\?x=1Sent.*Accepted by the site \(202\)/)
  assert.match(texts[1]!, /No endpoint.*has no webmention endpoint/)
  assert.match(texts[2]!, /FailedLink removedIn a comment.*responded with 400.*3 attempts/)
  assert.match(texts[3]!, /Waiting.*is busy.*next attempt/)
  assert.match(texts[4]!, /Waiting.*Sending\.\.\./)
  assert.equal(t.rows()[0]!.querySelector('a')?.getAttribute('href'), 'https://site1.example/page?x=1')
})

test('resends one or all webmentions, and shows an error if the request fails', async () => {
  let isRejected = false
  const t = await open({
    [path]: list([mention(1), mention(2)]),
    'POST /api/posts/7/sent-webmentions/resend': ({ body }) =>
      isRejected
        ? Response.json({ message: 'Too many requests.' }, { status: 429 })
        : Response.json({ resent: (body as { id?: number }).id ? 1 : 2, left: 0 }),
  })
  await settle(() => t.rows()[1]!.querySelector('button')!.click())
  assert.equal(shownToast()?.title, 'Webmention queued')
  const all = [...t.page.querySelectorAll('button')].find((button) => button.textContent === 'Resend all')!
  await settle(() => all.click())
  assert.equal(shownToast()?.title, '2 webmentions queued')
  assert.deepEqual(
    t.asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body),
    [{ id: 2 }, {}],
  )
  isRejected = true
  await settle(() => all.click())
  assert.equal(shownToast()?.description, 'Too many requests.')
})

test('shows how many were not resent, and that other sites cannot reach a private site', async () => {
  const t = await open({
    [path]: list([mention(1)], { isSitePublic: false }),
    'POST /api/posts/7/sent-webmentions/resend': () => Response.json({ resent: 60, left: 40 }),
  })
  assert.match(t.page.textContent, /no public URL yet/)
  await settle(() => [...t.page.querySelectorAll('button')].find((one) => one.textContent === 'Resend all')!.click())
  assert.equal(shownToast()?.description, '40 were not resent. You can resend at most 60 per hour to the same site.')
  assert.doesNotMatch((await open({ [path]: list([mention(1)]) })).page.textContent, /no public URL/)
})

test('shows an empty state when there are no links, and paginates long lists', async () => {
  assert.match((await open({ [path]: list([]) })).page.textContent, /No webmentions to send/)
  const t = await open({ [path]: list([mention(1)], { page: 2, totalPages: 2, total: 51 }) }, { page: 2 })
  assert.equal(t.page.querySelector('a[rel=prev]')?.getAttribute('href'), '/post/7/mentions')
})

test('hides webmentions of others’ posts and deleted posts, and offers to retry when loading fails', async () => {
  for (const status of [404, 410]) {
    const t = await open({ [path]: () => new Response('{}', { status }) })
    assert.match(t.page.textContent, /Post Not Found/)
  }
  const t = await open({ [path]: () => Response.json({ message: 'The database is unavailable.' }, { status: 503 }) })
  assert.match(t.page.textContent, /Failed to load webmentions.*The database is unavailable\..*Try Again/)
})
