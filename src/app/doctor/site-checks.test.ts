import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkSite, proxyFindings } from './site-checks.ts'

const spoofed = '192.0.2.123'
const arrived = (ip: string, forwardedFor: string | null, forwardedProto: string | null = null) => ({
  ip,
  forwardedFor,
  forwardedProto,
  host: 'site.example',
})
const judge = (...[request, hops]: [Parameters<typeof proxyFindings>[0], number]) =>
  proxyFindings(request, hops, 'https://site.example').map(({ status, message, fix }) =>
    `${status}: ${message} ${fix ?? ''}`.trim(),
  )

test('accepts a TRUST_PROXY that matches the number of proxies', () => {
  assert.match(judge(arrived('127.0.0.1', spoofed), 0)[0]!, /^ok: .* 127\.0\.0\.1, behind 0 proxies\.$/)
  assert.match(
    judge(arrived('203.0.113.7', `${spoofed}, 203.0.113.7`), 1)[0]!,
    /^ok: .* 203\.0\.113\.7, behind 1 proxy\.$/,
  )
  assert.match(judge(arrived('203.0.113.7', '203.0.113.7'), 1)[0]!, /^ok/)
  assert.match(judge(arrived('203.0.113.7', `${spoofed}, 203.0.113.7, 10.0.0.2`), 2)[0]!, /^ok/)
})

test('reports too few and too many trusted proxies', () => {
  assert.deepEqual(judge(arrived('127.0.0.1', `${spoofed}, 203.0.113.7`), 0), [
    'error: All visitors appear to have the address 127.0.0.1: TRUST_PROXY is 0, but one proxy forwarded the request. Set TRUST_PROXY=1 and restart the site.',
  ])
  assert.deepEqual(judge(arrived(spoofed, `${spoofed}, 203.0.113.7`), 2), [
    'error: Visitors can spoof their IP address: TRUST_PROXY is 2, but one proxy forwarded the request. Set TRUST_PROXY=1 and restart the site.',
  ])
  assert.deepEqual(judge(arrived('127.0.0.1', null), 1), [
    'error: TRUST_PROXY is 1, but no proxy added X-Forwarded-For to the request. Set TRUST_PROXY=0 and restart the site, or make the proxy send X-Forwarded-For.',
  ])
})

test('warns if visitors use a different protocol than SITE_URL', () => {
  assert.match(
    judge(arrived('127.0.0.1', `${spoofed}, 1.2.3.4`, 'http'), 1).join('\n'),
    /warning: Visitors use http, but SITE_URL is https/,
  )
  assert.match(judge(arrived('1.2.3.4', `${spoofed}, 1.2.3.4`, 'https'), 1)[0]!, /^ok/)
})

test('reports a site that does not respond', async () => {
  const [finding] = await checkSite({ url: 'http://127.0.0.1:9', siteUrl: null, trustProxyHops: null, secret: null })
  assert.equal(finding!.status, 'error')
  assert.match(finding!.message, /does not respond/)
})
