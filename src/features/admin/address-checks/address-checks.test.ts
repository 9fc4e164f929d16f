import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { badBodies } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { getAddressCheck, startAddressCheck } from './address-checks.contract.ts'
import { addressChecksFeature } from './address-checks.feature.ts'
import { addressesInText, readAddresses } from './old-addresses.ts'
import { faultOf, type Outcome, outcomeLine } from './outcome.contract.ts'
import { readSitemap } from './sitemap.ts'

const noFetch: SafeFetch = async () => ({ ok: false, reason: 'unreachable' })

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devstead-check-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), content)
  }
  return folder
}

const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by a plugin -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://old.example/a?x=1&amp;y=2 </loc><lastmod>2020-01-01</lastmod>
    <image:image><image:loc>https://old.example/picture.png</image:loc></image:image></url>
  <url><loc><![CDATA[https://old.example/b/]]></loc></url>
  <url><lastmod>2020-01-01</lastmod></url>
</urlset>`

test('reads the URLs in a sitemap, a sitemap index, and a plain list', () => {
  const pages = ['https://old.example/a?x=1&y=2', 'https://old.example/b/']
  assert.deepEqual(readSitemap(Buffer.from(sitemap)), { pages, sitemaps: [] })
  assert.deepEqual(readSitemap(gzipSync(sitemap)), { pages, sitemaps: [] })
  const index =
    '<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc>https://old.example/1.xml</sm:loc></sm:sitemap></sm:sitemapindex>'
  assert.deepEqual(readSitemap(Buffer.from(index)), { pages: [], sitemaps: ['https://old.example/1.xml'] })
  assert.deepEqual(readSitemap(Buffer.from('\u{feff}# list\n\n /a \r\n/b')), { pages: ['/a', '/b'], sitemaps: [] })
  assert.deepEqual(readSitemap(Buffer.from('<urlset></urlset>')), { pages: [], sitemaps: [] })
  assert.throws(() => readSitemap(Buffer.from('<rss><channel/></rss>')), /not a sitemap/)
  assert.throws(() => readSitemap(Buffer.from('<!DOCTYPE html><p>')), /web page/)
})

test('rejects oversized compressed sitemaps and nested XML entities', () => {
  assert.throws(() => readSitemap(gzipSync(Buffer.alloc(51 * 1024 * 1024, 'a'))))
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><urlset><url><loc>&b;&b;</loc></url></urlset>`
  const read = () => JSON.stringify(readSitemap(Buffer.from(bomb)))
  try {
    assert.ok(read().length < 1000)
  } catch (reason) {
    assert.ok(reason instanceof Error)
  }
})

test('reads URLs from files and folders without duplicates', async () => {
  const folder = folderWith({
    'index.html': '',
    'about/index.html': '',
    'posts/ä b.html': '',
    'posts/old.HTM': '',
    '404.html': '',
    'style.css': '',
    '.git/x.html': '',
    'list.txt': 'https://old.example/a\nhttp://old.example/a\n/b?x=1#part',
    'sitemap.xml.gz': gzipSync(sitemap),
  })
  assert.deepEqual(await readAddresses(folder, noFetch), ['/', '/about/', '/posts/%C3%A4%20b.html', '/posts/old.HTM'])
  assert.deepEqual(await readAddresses(path.join(folder, 'list.txt'), noFetch), ['/a', '/b?x=1'])
  assert.deepEqual(await readAddresses(path.join(folder, 'sitemap.xml.gz'), noFetch), ['/a?x=1&y=2', '/b/'])
  await assert.rejects(readAddresses(path.join(folder, 'none'), noFetch), /does not exist/)
  await assert.rejects(readAddresses(path.join(folder, 'posts/ä b.html'), noFetch), /no addresses/)
  await assert.rejects(
    readAddresses('https://old.example/sitemap.xml', noFetch),
    /could not be fetched: the site could not be reached/,
  )
})

test('rejects lines that are not URLs or paths', () => {
  assert.deepEqual(addressesInText('//evil.example/x'), ['//evil.example/x'])
  assert.throws(() => addressesInText('about'), /neither a URL nor a path/)
  assert.throws(() => addressesInText('mailto:x@example.com'), /neither a URL nor a path/)
  assert.throws(() => addressesInText('# nothing'), /no addresses/)
  assert.throws(() => addressesInText(Array.from({ length: 50_001 }, (_, n) => `/${n}`).join('\n')), /more than 50000/)
})

test('accepts a URL that returns 200 after at most one redirect', () => {
  const redirects = (...targets: string[]) => targets.map((to) => ({ status: 301, to }))
  const cases: [Outcome, fault: string | null, line: string][] = [
    [{ redirects: [], status: 200 }, null, 'ok   /x (200)'],
    [{ redirects: redirects('/y'), status: 200 }, null, 'ok   /x → /y (301)'],
    [{ redirects: [], status: 404 }, '404', 'FAIL /x: 404'],
    [{ redirects: [], status: 204 }, '204', 'FAIL /x: 204'],
    [
      { redirects: redirects('/y'), status: 410 },
      'redirects to /y, which returns 410',
      'FAIL /x: redirects to /y, which returns 410',
    ],
    [{ redirects: redirects('/y', '/z'), status: 200 }, '2 redirects: /y → /z', 'FAIL /x: 2 redirects: /y → /z'],
    [{ redirects: redirects('/y'), status: null, problem: 'loop' }, 'redirect loop', 'FAIL /x: redirect loop'],
    [{ redirects: [], status: null, problem: 'timeout' }, 'no response in time', 'FAIL /x: no response in time'],
  ]
  for (const [outcome, fault, line] of cases) {
    assert.equal(faultOf(outcome), fault)
    assert.equal(outcomeLine('/x', outcome), line)
  }
})

test('lets only administrators check URLs, and rejects invalid input with a reason', async () => {
  const t = await cast(addressChecksFeature.routes)
  for (const [who, status] of [
    [t.stranger, 401],
    [t.bob, 403],
  ] as const) {
    assert.equal((await who('GET', getAddressCheck.path)).status, status)
    assert.equal((await who('PUT', startAddressCheck.path, { source: '/a' })).status, status)
  }
  for (const body of [...badBodies, {}, { source: ' ' }, { source: 'about' }, { source: 7 }])
    assert.equal((await t.admin('PUT', startAddressCheck.path, body)).status, 400, JSON.stringify(body))
  assert.equal((await t.admin('GET', `${getAddressCheck.path}?show=some`)).status, 400)
  assert.deepEqual((await t.admin('GET', getAddressCheck.path)).body['check'], null)
  const list = await t.admin('PUT', startAddressCheck.path, { source: 'https://old.example/a\n/b\n/a' })
  assert.deepEqual([list.body['addressCount'], list.body['state'], list.body['sitemapUrl']], [2, 'waiting', null])
  const again = await t.admin('PUT', startAddressCheck.path, { source: ' https://old.example/sitemap.xml ' })
  assert.deepEqual([again.body['addressCount'], again.body['sitemapUrl']], [0, 'https://old.example/sitemap.xml'])
  assert.deepEqual(t.logged, [])
})
