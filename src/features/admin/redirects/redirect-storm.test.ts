import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { createRedirectIndex } from './redirect-index.contract.ts'
import { loopsAmong, loopsOf, maxCarried } from './redirect-loops.contract.ts'
import { isProblem, parseRedirect, type RedirectPair, type RedirectRule } from './redirect-rules.contract.ts'
import { resolveRedirect } from './resolve-redirect.ts'

const siteUrl = 'https://site.example'

const rulesOf = (pairs: RedirectPair[]): RedirectRule[] => [
  ...new Map(
    pairs
      .map((pair) => parseRedirect(pair, siteUrl))
      .flatMap((parsed) => (isProblem(parsed) ? [] : [[parsed.matchKey, parsed] as const])),
  ).values(),
]

/** Finds a match by trying every rule. */
function naiveMatch(rules: RedirectRule[], path: string): { rule: RedirectRule; location: string } | null {
  const clean = path.toLowerCase().replace(/\/+$/, '')
  const exact = rules.find((rule) => !rule.isWildcard && rule.path === clean)
  if (exact) return { rule: exact, location: exact.location }
  const [rule] = rules
    .filter((one) => one.isWildcard && `${clean}/`.startsWith(`${one.path}/`))
    // A wildcard that redirects everything below a path to the path itself does not match that path.
    .filter((one) => one.carriesRest || clean !== one.path || one.location !== one.path)
    .toSorted((a, b) => b.path.length - a.path.length)
  if (!rule) return null
  if (!rule.carriesRest) return { rule, location: rule.location }
  const rest = path.slice(rule.path.length).replace(/^\/+/, '')
  return { rule, location: rest === '' ? rule.location || '/' : `${rule.location}/${rest}` }
}

/** Follows redirects one by one, as a browser would. @returns null for a loop */
function naiveEnd(rules: RedirectRule[], path: string, exists: (path: string) => boolean): string | null {
  const seen = new Set<string>()
  let at = path
  for (let carried = 0; at.startsWith('/') && !exists(at) && !seen.has(at) && carried <= maxCarried;) {
    seen.add(at)
    const match = naiveMatch(rules, at)
    if (!match) return at
    if (match.rule.carriesRest) carried++
    if (carried > maxCarried) return null
    at = match.location
  }
  return seen.has(at) ? null : at
}

const segment = fc.constantFrom('a', 'b', 'c', 'd')
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
const pair = fc
  .tuple(path, path, fc.constantFrom('', '/*'), fc.constantFrom('', '/*'))
  .map(([from, to, wildcard, carried]) => ({ from: from + wildcard, to: to + (wildcard && carried) }))

test('matches a naive reference implementation for any rules: at most one redirect, and never a loop', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pair, { maxLength: 40 }),
      fc.array(path, { minLength: 20, maxLength: 20 }),
      fc.array(path),
      async (pairs, requests, pages) => {
        const rules = rulesOf(pairs)
        const index = createRedirectIndex(rules)
        const exists = (one: string) => pages.includes(one)
        for (const request of requests.filter((one) => !exists(one))) {
          const match = index.find(new URL(request, siteUrl))
          assert.deepEqual(match?.location, naiveMatch(rules, request)?.location)
          if (!match) continue
          const answerAt = async (url: URL) => ({ status: exists(url.pathname) ? 200 : 404 })
          const end = await resolveRedirect(match, { index, siteUrl, answerAt })
          const expected = naiveEnd(rules, request, exists)
          if (expected === null) assert.equal(end, null, request)
          else if (end !== expected) assert.fail(`${request}: ${end} instead of ${expected}`)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('never accepts rules that lead into a loop, regardless of the order in which they are added', () => {
  fc.assert(
    fc.property(
      fc.array(pair, { maxLength: 40 }),
      fc.array(path, { minLength: 30, maxLength: 30 }),
      (pairs, requests) => {
        const accepted: RedirectRule[] = []
        for (const rule of rulesOf(pairs)) if (loopsAmong(accepted, [rule], siteUrl).size === 0) accepted.push(rule)
        const all = rulesOf(pairs)
        const rejected = loopsAmong([], all, siteUrl)
        for (const rules of [accepted, all.filter((rule) => !rejected.has(rule))])
          for (const request of requests)
            for (const rest of ['', '/z', '/a/z'])
              assert.notEqual(
                naiveEnd(rules, request + rest, () => false),
                null,
                `${request}${rest}`,
              )
      },
    ),
    { numRuns: 300 },
  )
})

test('resolves every path with a single redirect for 10,000 rules with chains, wildcards, and loops', async () => {
  const random = fc.sample(fc.array(fc.nat(9999), { minLength: 10_000, maxLength: 10_000 }), {
    numRuns: 1,
    seed: 7,
  })[0]!
  const pairs = random.map((n, at): RedirectPair => {
    if (at % 10 === 0) return { from: `/w${at}/*`, to: `/w${n - (n % 10)}/*` }
    if (at % 10 === 1) return { from: `/p${at}`, to: `/w${n - (n % 10)}/deep/${at}` }
    return { from: `/p${at}`, to: at % 3 === 0 ? `/p${at + 1}` : `/p${n}` }
  })
  const chain = Array.from({ length: 3000 }, (_, at) => ({ from: `/chain${at}`, to: `/chain${at + 1}` }))
  const rules = rulesOf([...pairs, ...chain])
  const loops = loopsAmong([], rules, siteUrl)
  assert.ok(loops.size > 0)
  const accepted = rules.filter((rule) => !loops.has(rule))
  assert.equal(loopsOf(accepted, siteUrl).size, 0)
  const index = createRedirectIndex(accepted)
  const answerAt = async () => ({ status: 404 })
  for (const rule of accepted.filter((_, at) => at % 7 === 0)) {
    const request = new URL(rule.isWildcard ? `${rule.path}/some/rest` : rule.path, siteUrl)
    const end = await resolveRedirect(index.find(request)!, { index, siteUrl, answerAt })
    assert.ok(end !== null, rule.from)
    assert.equal(index.find(new URL(end, siteUrl)), null, `${rule.from} → ${end}`)
  }
  const withLoops = createRedirectIndex(rules)
  for (const rule of loops.keys()) {
    const request = new URL(rule.isWildcard ? `${rule.path}/x` : rule.path, siteUrl)
    assert.equal(await resolveRedirect(withLoops.find(request)!, { index: withLoops, siteUrl, answerAt }), null)
  }
})
