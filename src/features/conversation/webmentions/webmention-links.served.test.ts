import assert from 'node:assert/strict'
import { test } from 'vitest'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

const element = `<link rel="webmention" href="${siteUrl}/webmention">`
const header = `<${siteUrl}/webmention>; rel="webmention"`

test('advertises the webmention endpoint only on the home page, lists, profiles, posts, and projects', async () => {
  const { ask, register } = await servedSite()
  assert.equal((await ask('/')).headers['link'], undefined)
  const token = await register('ada')
  const { id } = JSON.parse((await ask('/api/posts', { method: 'POST', token, body: { content: 'A post' } })).text)
  const project = { title: 'Ferry times', description: 'When the next ferry leaves.' }
  const made = JSON.parse((await ask('/api/projects', { method: 'POST', token, body: project })).text) as { id: number }
  await new Promise((resolve) => setTimeout(resolve, 1100)) // cached pages may be up to a second old
  for (const path of ['/', '/blog', '/projects', `/post/${id}`, '/profile/ada', `/projects/${made.id}`]) {
    const { headers, text } = await ask(path)
    assert.equal(headers['link'], header, path)
    assert.ok(text.includes(element), path)
  }
  for (const path of [
    '/login',
    '/members',
    '/projects/999999',
    '/search?q=a',
    '/post/999999',
    '/profile/nobody',
    '/nowhere',
  ]) {
    const { headers, text } = await ask(path)
    assert.equal(headers['link'], undefined, path)
    assert.ok(!text.includes('rel="webmention"'), path)
  }
})
