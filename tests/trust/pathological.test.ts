import assert from 'node:assert/strict'
import { test } from 'vitest'
import { attacksOn, type Expression, expressions } from './setup/expressions.ts'
import { testApplication } from '../support/application.ts'
import { cpuMs } from '../support/cpu-time.ts'

/** Returns the CPU time, in ms, of a single pass over a string of that length on this machine. */
function referenceMs(length: number): number {
  const text = 'aé<'.repeat(length / 3)
  const startedMs = cpuMs()
  for (let round = 0; round < 20; round++) text.replaceAll(/[^a]/g, '')
  return (cpuMs() - startedMs) / 20
}

function quickestMs(work: () => unknown, enoughMs: number): number {
  let ms = Infinity
  for (let round = 0; round < 3 && ms > enoughMs; round++) {
    const startedMs = cpuMs()
    work()
    ms = Math.min(ms, cpuMs() - startedMs)
  }
  return ms
}

/** Matches only our own index.html, once at startup. */
const ofOurOwn = new Set(['app/template.ts'])

/** Describes an input on which the regular expression takes longer than a few passes, or returns null. Tries short
 *  inputs first, because an exponential expression would never finish on a long one. */
function slowOn(one: Expression): string | null {
  for (const length of [24, 1000, 20_000]) {
    const enoughMs = 10 + 15 * referenceMs(length)
    for (const text of attacksOn(one, length)) {
      const ms = quickestMs(() => text.replace(one.pattern, ''), enoughMs)
      if (ms > enoughMs)
        return `${one.file} ${String(one.pattern)}: ${ms.toFixed()} ms for ${JSON.stringify(text.slice(0, 30))}`
    }
  }
  return null
}

test('runs every regular expression on the site against hostile text in linear time', { timeout: 600_000 }, () => {
  const all = expressions().filter(({ file }) => !ofOurOwn.has(file))
  assert.ok(all.length > 60, `${all.length} expressions`)
  assert.deepEqual(
    all.flatMap((one) => slowOn(one) ?? []),
    [],
  )
  for (const pattern of [/^(a+)+$/, /\s+$/, /<x[^>]*>/])
    assert.ok(slowOn({ file: 'planted', pattern }), `${String(pattern)} is found`)
})

const pumps = [
  'a',
  '0',
  ' ',
  '\t',
  '<',
  '>',
  '/',
  '\\',
  '"',
  "'",
  '.',
  '-',
  '_',
  '@',
  '%',
  '&',
  '=',
  '`',
  '*',
  '[',
  '](',
  '!',
  'é',
  '\u0301',
  '\u200b',
]
const long = 100_000
/** Node.js limits URLs and headers to 16 KiB. */
const addressBytes = 15_000

test('responds immediately to 100,000 characters in any field or URL', { timeout: 600_000 }, async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const token = await site.register('alice')
  const field = (text: string): [string, string, unknown][] => [
    ['POST', '/auth/v1/signup', { email: text, password: 'x', data: { username: 'x' } }],
    ['POST', '/auth/v1/signup', { email: `a@${text}`, password: 'a good secret' }],
    [
      'POST',
      '/auth/v1/signup',
      { email: 'a@b.c', password: 'a good secret', data: { username: text, fullName: text } },
    ],
    ['POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: text }],
    ['POST', '/auth/v1/recover', { email: text }],
    ['POST', '/auth/v1/verify', { type: 'signup', token_hash: text }],
    ['POST', '/api/users', { profileImage: `https://${text}`, title: text, bio: text, githubUsername: text }],
    ['POST', '/api/users', { username: text }],
    ['POST', '/api/posts', { content: 'x', title: text, categoryId: text }],
    ['PATCH', '/api/posts/1', { updatedAt: text }],
  ]
  const addresses = (text: string) => [
    `/api/posts?page=${text}&limit=${text}&type=${text}&categoryId=${text}&isLongForm=${text}`,
    `/api/posts/${text}`,
    `/api/users/by-username/${text}`,
    `/image-proxy/${text}/${text}?width=${text}`,
    `/storage/v1/object/public/post-images/${text}?download=${text}`,
    `/auth/v1/verify?token=${text}&type=${text}&redirect_to=${text}`,
  ]
  const boundMs = 50 + 100 * referenceMs(long)
  const slow: string[] = []
  async function time(what: string, ask: () => Promise<Response>) {
    let ms = Infinity
    for (let round = 0; round < 3 && ms > boundMs; round++) {
      const startedMs = cpuMs()
      const { status } = await ask()
      ms = Math.min(ms, cpuMs() - startedMs)
      assert.ok(status < 500, `${what}: ${status}`)
    }
    if (ms > boundMs) slow.push(`${what}: ${ms.toFixed()} ms`)
  }
  for (const pump of pumps) {
    const text = `${pump.repeat(Math.ceil(20_000 / pump.length))}!`
    for (const [method, path, body] of field(text)) {
      await time(`${method} ${path} ${pump}`, () => site.call(method, path, { token, body }))
    }
    const encoded = encodeURIComponent(pump).repeat(addressBytes / 3 / encodeURIComponent(pump).length)
    for (const path of addresses(encoded))
      await time(`${path.slice(0, 40)} ${pump}`, () => site.call('GET', path, { token }))
    for (const [name, value] of headersOf(pump.repeat(addressBytes))) {
      await time(`${name} ${pump}`, async () => site.app.request('/api/posts', { headers: { [name]: value } }))
    }
  }
  assert.deepEqual(slow, [], `bound ${boundMs.toFixed()} ms`)
  assert.deepEqual(site.logged, [])
})

const headersOf = (text: string): [string, string][] => {
  const value = text.replaceAll(/[^ -~]/g, '')
  const names = ['authorization', 'content-type', 'x-forwarded-for', 'if-none-match', 'range', 'accept-encoding']
  return names.map((name) => [name, name === 'authorization' ? `Bearer ${value}` : value])
}
