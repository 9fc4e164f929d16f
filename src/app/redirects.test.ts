import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { isProblem, parseRedirect, type RedirectRule } from '#features/admin/redirects/redirect-rules.contract.ts'
import { createRedirects } from './redirects.ts'

const siteUrl = 'http://devstead.test'
const rule = (from: string, to: string): RedirectRule => {
  const parsed = parseRedirect({ from, to }, siteUrl)
  assert.ok(!isProblem(parsed))
  return parsed
}

/** Redirects of a site whose database can be made unavailable. */
function siteWith(rules: RedirectRule[]) {
  const state = { rules, isAway: false, isListening: true, stamp: 0, nowMs: 0, loads: 0 }
  const redirects = createRedirects({
    siteUrl,
    assets: new Map(),
    pages: { getOrRender: () => Promise.reject(new AppError('not_ready', 'The database is unavailable.')) },
    documents: { documentAddress: (url) => url?.pathname ?? null, settled: async (address) => address },
    load: async () => {
      state.loads++
      if (state.isAway) throw new Error('The database is unavailable')
      return state.rules
    },
    changes: { stampOf: () => (state.isListening ? state.stamp : null), lastStampOf: () => state.stamp },
    isTroubled: () => state.isAway && !state.isListening,
    now: () => state.nowMs,
  })
  const at = (path: string, isCertain = true) => redirects.insteadOfNotFound(new URL(path, siteUrl), isCertain)
  return { state, redirects, at }
}

test('redirects with the last known rules while the database is unavailable', async () => {
  const { state, at, redirects } = siteWith([rule('/a', '/b'), rule('/w/*', '/x/*'), rule('/?p=1', '/post')])
  assert.equal(await at('/a'), '/b')
  state.isAway = true
  state.isListening = false
  state.stamp++
  assert.equal(await at('/a', false), '/b')
  assert.equal(await redirects.beforePage(new URL('/?p=1', siteUrl)), '/post')
  assert.equal(await at('/w/y'), '/x/y')
  assert.equal(await at('/w/y', false), null) // it may be a page that could not be loaded
  assert.equal(state.loads, 1)
  Object.assign(state, { isAway: false, isListening: true, rules: [rule('/a', '/c')] })
  assert.equal(await at('/a'), '/c')
})

test('rereads the rules only after a change, and only once for concurrent requests', async () => {
  const { state, at, redirects } = siteWith([rule('/a', '/b')])
  assert.deepEqual(await Promise.all([at('/a'), at('/a'), at('/b')]), ['/b', '/b', null])
  assert.equal(redirects.beforePage(new URL('/?p=1', siteUrl)), null)
  assert.equal(state.loads, 1)
  state.stamp++
  state.rules = []
  assert.deepEqual(await Promise.all([at('/a'), at('/a')]), [null, null])
  assert.equal(state.loads, 2)
})

test('keeps the rules after a failed read, and rereads them every second until signals are available', async () => {
  const { state, at } = siteWith([rule('/a', '/b')])
  await at('/a')
  Object.assign(state, { isAway: true, stamp: 1 })
  for (let n = 0; n < 3; n++) assert.equal(await at('/a'), '/b')
  assert.equal(state.loads, 2)
  Object.assign(state, { isAway: false, nowMs: 1000, rules: [rule('/a', '/c')] })
  assert.equal(await at('/a'), '/c')
  state.isListening = false
  await at('/a')
  assert.equal(state.loads, 3)
  state.nowMs = 2001
  await at('/a')
  assert.equal(state.loads, 4)
})
