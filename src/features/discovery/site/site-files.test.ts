import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { schemaFaults } from '#tests/support/xml-schema.ts'
import { siteFileRoutes } from './site-files.routes.ts'

const site = { name: 'Our Site', ownerUsername: null, canSendEmail: true }
const clock = { now: () => Date.UTC(2026, 10, 21, 12) }
const texts = async (owner = 'alice') => {
  const t = await cast(siteFileRoutes, { site, clock })
  await run(t.db)`insert into site_ownership (member_id) select id from members where username = ${owner}`
  return async (path: string) => (await t.stranger<string>('GET', path)).body
}

test('links to the sitemap from robots.txt', async () => {
  const get = await texts()
  assert.match(
    await get('/robots.txt'),
    /^User-agent: \*\n(Disallow: \/\S+\n)+\nSitemap: http:\/\/devstead\.test\/sitemap\.xml\n$/,
  )
})

test('links to the owner’s page from security.txt, which expires within a year', async () => {
  const get = await texts('bob')
  assert.equal(
    await get('/.well-known/security.txt'),
    'Contact: http://devstead.test/profile/bob\nExpires: 2027-05-01T00:00:00.000Z\nPreferred-Languages: en\n' +
      'Canonical: http://devstead.test/.well-known/security.txt\n',
  )
  assert.match(await get('/humans.txt'), /Name: Our Site\nOwner: http:\/\/devstead\.test\/profile\/bob\n/)
})

test('uses the home page as the security contact while the site has no owner', async () => {
  const t = await cast(siteFileRoutes, { site })
  await run(t.db)`delete from members`
  assert.match(
    (await t.stranger<string>('GET', '/.well-known/security.txt')).body,
    /^Contact: http:\/\/devstead\.test\/\n/,
  )
})

const names = ['Our Site', 'A name of a site that is as long as names may be & <more> 👩‍💻👩‍💻']
test.each(names)('describes the site’s search for browsers, even with the site name %s', async (name) => {
  const t = await cast(siteFileRoutes, { site: { ...site, name } })
  const { body, headers } = await t.stranger<string>('GET', '/opensearch.xml')
  assert.equal(headers.get('content-type'), 'application/opensearchdescription+xml; charset=utf-8')
  assert.deepEqual(await schemaFaults(body, 'opensearch'), [], name)
  assert.match(body, /rel="results" type="text\/html" template="http:\/\/devstead\.test\/search\?q={searchTerms}"/)
  for (const [, path] of body.matchAll(/>http:\/\/devstead\.test(\/[^<]+)<\/Image>/g))
    assert.ok(fs.existsSync(`public${path}`))
})

test('redirects password managers to the change-password form', async () => {
  const t = await cast(siteFileRoutes, { site })
  const { status, headers } = await t.stranger('GET', '/.well-known/change-password')
  assert.deepEqual([status, headers.get('location')], [303, '/settings/account#password'])
})
