import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { getPost, getPostSource, type Post, publishPost } from '#features/writing/posts/posts.contract.ts'
import { many } from '#kernel/db.ts'
import { testApplication } from '#tests/support/application.ts'
import { fillForPreviews, postWithPreviews } from '#tests/support/github-previews.ts'
import { startGithubServer } from '#tests/support/github-server.ts'
import { patienceMs } from '#tests/support/patience.ts'

/** The whole application with a local GitHub. */
async function start(settings: { withToken?: boolean } = {}) {
  const github = await startGithubServer()
  onTestFinished(() => github.close())
  fillForPreviews(github)
  const t = await testApplication({
    GITHUB_API_URL: github.url,
    ...(settings.withToken && { GITHUB_TOKEN: github.token }),
  })
  const token = await t.register('alice')
  const json = async <Body>(answer: Response) => (await answer.json()) as Body
  const publish = async (content = postWithPreviews) =>
    (await json<Post>(await t.call('POST', publishPost.path, { token, body: { content } }))).id
  const html = async (id: number) => (await json<Post>(await t.call('GET', getPost.href({ id })))).contentHtml
  const text = async (path: string) => (await t.call('GET', path)).text()
  const idle = () =>
    vi.waitFor(
      async () => {
        const left = await many(t.db)`select from graphile_worker.jobs where run_at <= clock_timestamp()`
        if (left.length > 0) throw new Error('Jobs are left')
      },
      { timeout: patienceMs, interval: 20 },
    )
  const asked = () => github.received.splice(0).map(({ line }) => line)
  return { ...t, github, publish, html, text, idle, asked }
}

const figures = (html: string) => [...html.matchAll(/<figure class="([^"]*)"/g)].map(([, name]) => name)
const all = ['link-card', 'link-card', 'code link-snippet']

test('shows previews in a published post, and plain links in feeds and Markdown', async () => {
  const t = await start()
  const id = await t.publish()
  await t.idle()
  const html = await t.html(id)
  assert.deepEqual(figures(html), all)
  for (const part of ['octokit/hello-world', 'It greets no one', 'Lines 3 to 14', '>1111111</span>', 'Changed since'])
    assert.ok(html.includes(part), `${part}: ${html}`)
  assert.match(html, /step3/)
  assert.doesNotMatch(html, /step15/)
  const feed = (JSON.parse(await t.text('/feed.json')) as { items: { content_html: string }[] }).items[0]!.content_html
  assert.doesNotMatch(feed, /link-card|link-snippet|step3/)
  assert.match(feed, /<p><a href="https:\/\/github.com\/octokit\/hello-world"/)
  assert.equal(await t.text(getPostSource.href({ id })), postWithPreviews)
  assert.ok(t.asked().length <= 6)
  assert.deepEqual(figures(await t.html(await t.publish())), all)
  await t.idle()
  assert.deepEqual(t.asked(), [])
  assert.deepEqual(t.logged, [])
})

test('publishes a post immediately with plain links when GitHub fails in any way', async () => {
  const t = await start()
  for (const how of ['down', 'not_found', 'dmca', 'nonsense', 'broken', 'secondary_limit'] as const) {
    t.github.fail(how)
    const id = await t.publish(`https://github.com/octokit/${how}`)
    await t.idle()
    assert.deepEqual(figures(await t.html(id)), [], how)
  }
  assert.deepEqual(t.logged, [])
})

test('never shows content that is accessible only with the token', async () => {
  const t = await start({ withToken: true })
  const [repository] = t.github.data.repositories
  Object.assign(repository!, { private: true })
  const id = await t.publish()
  await t.idle()
  assert.deepEqual(figures(await t.html(id)), [])
  assert.deepEqual(
    t.asked().filter((line) => line !== 'GET /repos/octokit/hello-world'),
    [],
  )
})
