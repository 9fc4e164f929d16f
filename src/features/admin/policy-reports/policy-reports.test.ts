import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import {
  deletePolicyReports,
  getPolicyReports,
  maxPolicyReports,
  type PolicyReport,
  policyReportDays,
  sendPolicyReports,
} from './policy-reports.contract.ts'
import { policyReportsFeature } from './policy-reports.feature.ts'
import { recordViolations, sweepPolicyReports } from './policy-reports.store.ts'

const origin = 'http://devstead.test'

/** A report as Chromium sends it with the Reporting API. */
const report = (body: Record<string, unknown> = {}, type = 'csp-violation') => ({
  age: 12,
  type,
  url: `${origin}/post/7?token=secret`,
  user_agent: 'Mozilla/5.0 (of a visitor)',
  body: {
    blockedURL: 'https://evil.example/x.js?who=alice',
    columnNumber: 7,
    disposition: 'enforce',
    documentURL: `${origin}/post/7?token=secret#part`,
    effectiveDirective: 'script-src-elem',
    lineNumber: 12,
    originalPolicy: "default-src 'none'",
    referrer: 'https://elsewhere.example/private',
    sample: 'the visitor’s text',
    sourceFile: `${origin}/assets/frame-Ab12.js`,
    statusCode: 200,
    ...body,
  },
})
/** The same report as Firefox sends it to `report-uri`. */
const oldReport = (body: Record<string, unknown> = {}) => ({
  'csp-report': {
    'blocked-uri': 'https://evil.example/x.js?who=alice',
    'document-uri': `${origin}/post/7?token=secret`,
    'effective-directive': 'script-src-elem',
    'line-number': 12,
    'original-policy': "default-src 'none'",
    referrer: 'https://elsewhere.example/private',
    'source-file': `${origin}/assets/frame-Ab12.js`,
    'violated-directive': 'script-src-elem',
    ...body,
  },
})

async function site() {
  const t = await cast(policyReportsFeature.routes)
  const send = async (body: unknown, type = 'application/reports+json', ip = '203.0.113.7') => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': type, 'x-forwarded-for': ip }
    return (await t.app.request(sendPolicyReports.path, { method: 'POST', body: sent, headers })).status
  }
  const list = async () => (await t.admin<{ reports: PolicyReport[] }>('GET', getPolicyReports.path)).body.reports
  return { ...t, send, list }
}

test('counts identical violations in either format, without storing anything about the visitor', async () => {
  const t = await site()
  assert.equal(await t.send([report(), report()]), 204)
  assert.equal(await t.send(oldReport(), 'application/csp-report'), 204)
  const [only, ...others] = await t.list()
  assert.deepEqual(others, [])
  const { id: _, firstAt: __, lastAt: ___, ...facts } = only!
  assert.deepEqual(facts, {
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    page: '/post/…',
    source: '/assets/frame-Ab12.js',
    line: 12,
    count: 3,
  })
  const stored = JSON.stringify(await many(t.db)`select * from policy_reports`)
  assert.doesNotMatch(stored, /secret|who=|alice|elsewhere|Mozilla|visitor|203\.0/)
})

test('shortens URLs, but keeps keywords and the sink of a Trusted Types violation', async () => {
  const t = await site()
  const blockedAs = async (body: Record<string, unknown>) => {
    assert.equal(await t.send([report(body)]), 204)
    const [only] = await t.list()
    await t.admin('DELETE', deletePolicyReports.path)
    return only && [only.blocked, only.page, only.source, only.line]
  }
  const document = '/post/…'
  const source = '/assets/frame-Ab12.js'
  assert.deepEqual(await blockedAs({ blockedURL: 'inline' }), ['inline', document, source, 12])
  assert.deepEqual(await blockedAs({ blockedURL: 'data:text/html,alice' }), ['data:', document, source, 12])
  assert.deepEqual(await blockedAs({ blockedURL: `${origin}/storage/v1/object/alice.png` }), [
    '/storage/…',
    document,
    source,
    12,
  ])
  assert.deepEqual(await blockedAs({ blockedURL: 'not a URL' }), ['unknown', document, source, 12])
  assert.deepEqual(await blockedAs({ blockedURL: 'trusted-types-sink', sample: 'Element innerHTML|<p>Dear Alice' }), [
    'Element innerHTML',
    document,
    source,
    12,
  ])
  assert.deepEqual(await blockedAs({ documentURL: `${origin}/`, sourceFile: null }), [
    'https://evil.example',
    '/',
    null,
    null,
  ])
  assert.deepEqual(await blockedAs({ documentURL: `${origin}/alice@example.org/x` }), [
    'https://evil.example',
    '/…',
    source,
    12,
  ])
  assert.deepEqual(await blockedAs({ lineNumber: -1 }), ['https://evil.example', document, source, null])
})

test('ignores violations in browser extensions or on other sites, and reports that are not violations', async () => {
  const t = await site()
  const ignored = [
    report({ blockedURL: 'chrome-extension://abc/x.js' }),
    report({ sourceFile: 'moz-extension://abc' }),
    report({ documentURL: 'https://evil.example/' }),
    report({ documentURL: 'about' }),
    report({ effectiveDirective: '' }),
    report({ effectiveDirective: 'Script <b>' }),
    report({}, 'deprecation'),
  ]
  assert.equal(await t.send(ignored), 204)
  assert.deepEqual(await t.list(), [])
})

test('rejects unsupported media types, oversized bodies, and anything that is not a report', async () => {
  const t = await site()
  assert.equal(await t.send([report()], 'application/json'), 415)
  assert.equal(await t.send([report()], 'text/plain'), 415)
  assert.equal(await t.send(' '.repeat(40_000)), 413)
  for (const body of ['{', 'null', '7', '""', '{}', '{"csp-report":7}', '[7]', '[{"type":"csp-violation"}]'])
    assert.equal(await t.send(body), 400, body)
  assert.deepEqual([await t.list(), t.logged], [[], []])
})

test('limits requests per IP address, and keeps only a limited number of the most frequent violations', async () => {
  const t = await site()
  await t.send([report(), report()])
  const kinds = Array.from({ length: maxPolicyReports + 20 }, (_, line) => ({
    directive: 'img-src',
    blocked: 'inline',
    page: '/',
    source: '/assets/a.js',
    line: line + 1,
  }))
  await recordViolations(t.db, kinds)
  const stored = await t.list()
  assert.equal(stored.length, maxPolicyReports)
  assert.ok(stored.some(({ directive }) => directive === 'script-src-elem'))
  const statuses = []
  for (let calls = 0; calls < 30; calls++) statuses.push(await t.send([report()]))
  assert.deepEqual([statuses[0], statuses.at(-1)], [204, 429])
})

test('lets only administrators list and delete reports, and deletes old reports', async () => {
  const t = await site()
  await t.send([report()])
  for (const method of ['GET', 'DELETE'] as const) {
    assert.equal((await t.bob(method, getPolicyReports.path)).status, 403)
    assert.equal((await t.stranger(method, getPolicyReports.path)).status, 401)
  }
  await sweepPolicyReports(t.db, Date.now())
  assert.equal((await t.list()).length, 1)
  await run(t.db)`update policy_reports set last_at = now() - interval '1 day' * ${policyReportDays + 1}`
  await sweepPolicyReports(t.db, Date.now())
  assert.equal((await t.list()).length, 0)
  assert.deepEqual(t.logged, [])
})
