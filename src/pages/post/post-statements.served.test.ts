import assert from 'node:assert/strict'
import { test } from 'vitest'
import { watchStatements } from '#tests/support/statements.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'

test('reads a post without comments and webmentions in one statement', async () => {
  const seen: string[] = []
  watchStatements((text) => {
    if (/\breadable_posts\b|_counts\b|\b(?:from|join) (?:comments|webmentions)\b/.test(text)) seen.push(text)
  })
  const { ask, register } = await servedSite()
  const token = await register('alice')
  const publish = async (content: string) => {
    const { text } = await ask('/api/posts', { method: 'POST', token, body: { content } })
    return (JSON.parse(text) as { id: number }).id
  }
  const [first, second] = [await publish('The first post'), await publish('The second post')]
  await ask(`/post/${first}`)
  seen.length = 0
  assert.match((await ask(`/post/${second}`)).text, /The second post/)
  assert.equal(seen.length, 1, seen.join('\n'))
})
