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
  answer: 'The site has accepted it (202).',
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

test('says of each site what it was told and what it answered', async () => {
  const t = await open({
    [path]: list([
      mention(1),
      mention(2, { state: 'no endpoint', endpoint: null, answer: 'The page does not say where to send it.' }),
      mention(3, { state: 'failed', answer: 'The endpoint answered 400.', isLinked: false, commentId: 12, tries: 3 }),
      mention(4, { state: 'waiting', answer: 'The endpoint is busy.', nextTryAt: '2026-11-22T01:00:00.000Z' }),
      mention(5, { state: 'waiting', answer: '', tries: 0, triedAt: null, endpoint: null }),
    ]),
  })
  const texts = t.rows().map((row) => row.textContent)
  assert.match(texts[0]!, /site1\.example\/page\?x=1Sent.*accepted it \(202\)/)
  assert.match(texts[1]!, /Takes no webmentions.*does not say where/)
  assert.match(texts[2]!, /FailedLink removedIn a comment.*answered 400.*3 tries/)
  assert.match(texts[3]!, /Waiting.*is busy.*next try/)
  assert.match(texts[4]!, /Waiting.*It is being sent/)
  assert.equal(t.rows()[0]!.querySelector('a')?.getAttribute('href'), 'https://site1.example/page?x=1')
})

test('sends one again, or all, and says when that could not be', async () => {
  let isRefused = false
  const t = await open({
    [path]: list([mention(1), mention(2)]),
    'POST /api/posts/7/sent-webmentions/resend': ({ body }) =>
      isRefused
        ? Response.json({ message: 'Too many requests.' }, { status: 429 })
        : Response.json({ resent: (body as { id?: number }).id ? 1 : 2, left: 0 }),
  })
  await settle(() => t.rows()[1]!.querySelector('button')!.click())
  assert.equal(shownToast()?.title, 'It is sent again')
  const all = [...t.page.querySelectorAll('button')].find((button) => button.textContent === 'Send all again')!
  await settle(() => all.click())
  assert.equal(shownToast()?.title, '2 are sent again')
  assert.deepEqual(
    t.asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body),
    [{ id: 2 }, {}],
  )
  isRefused = true
  await settle(() => all.click())
  assert.equal(shownToast()?.description, 'Too many requests.')
})

test('what has to wait is said, and so is that nobody outside can look at the links of this site', async () => {
  const t = await open({
    [path]: list([mention(1)], { isSitePublic: false }),
    'POST /api/posts/7/sent-webmentions/resend': () => Response.json({ resent: 60, left: 40 }),
  })
  assert.match(t.page.textContent, /no public address yet/)
  await settle(() =>
    [...t.page.querySelectorAll('button')].find((one) => one.textContent === 'Send all again')!.click(),
  )
  assert.equal(shownToast()?.description, '40 have to wait: at most 60 an hour are sent again to one site.')
  assert.doesNotMatch((await open({ [path]: list([mention(1)]) })).page.textContent, /no public address/)
})

test('a post that links nowhere says so; many links have pages', async () => {
  assert.match((await open({ [path]: list([]) })).page.textContent, /Nobody to tell/)
  const t = await open({ [path]: list([mention(1)], { page: 2, totalPages: 2, total: 51 }) }, { page: 2 })
  assert.equal(t.page.querySelector('a[rel=prev]')?.getAttribute('href'), '/post/7/mentions')
})

test('a post of somebody else, and one that is gone, is not found; what could not be read can be tried again', async () => {
  for (const status of [404, 410]) {
    const t = await open({ [path]: () => new Response('{}', { status }) })
    assert.match(t.page.textContent, /Post Not Found/)
  }
  const t = await open({ [path]: () => Response.json({ message: 'The database is resting.' }, { status: 503 }) })
  assert.match(t.page.textContent, /Failed to load webmentions.*The database is resting\..*Try Again/)
})
