import assert from 'node:assert/strict'
import { test } from 'vitest'
import { previewHtml } from './preview-html.ts'

const pages = new Set(['/', '/blog', '/blog?page=2', '/site.css?v=1', '/cover.webp?v=1', '/cover-640.webp?v=1'])
const hrefOf = (path: string) => (pages.has(path) ? `/preview${path}` : null)
const inPreview = (html: string, theme: 'light' | 'dark' = 'light') => previewHtml(html, { theme, hrefOf })

test('links to other pages and to the site’s own files in the preview', () => {
  assert.equal(
    inPreview('<link rel="stylesheet" href="/site.css?v=1"><a class="x" href="/blog?page=2">1 &lt; 2 "quoted"</a>'),
    '<link rel="stylesheet" href="/preview/site.css?v=1"><a class="x" href="/preview/blog?page=2">1 &lt; 2 "quoted"</a>',
  )
  assert.equal(
    inPreview('<img src="/cover.webp?v=1" srcset="/cover-640.webp?v=1 640w, /cover.webp?v=1 1920w">'),
    '<img src="/preview/cover.webp?v=1" srcset="/preview/cover-640.webp?v=1 640w, /preview/cover.webp?v=1 1920w">',
  )
  assert.equal(
    inPreview('<link rel="preload" as="image" imageSrcSet="/cover-640.webp?v=1 640w"/>'),
    '<link rel="preload" as="image" imageSrcSet="/preview/cover-640.webp?v=1 640w"/>',
  )
})

test('leaves files that settings do not change, and links within the page', () => {
  for (const html of [
    '<link rel="stylesheet" href="/assets/site-1.css">',
    '<a href="#comments">x</a>',
    '<img src="/storage/v1/object/public/a.png" alt="a > b">',
    '<p>&lt;a href="/blog"&gt;</p>',
  ])
    assert.equal(inPreview(html), html)
})

test('opens links that lead out of the preview in a new tab', () => {
  assert.equal(inPreview('<a href="/rss.xml">x</a>'), '<a href="/rss.xml" target="_blank">x</a>')
  assert.equal(
    inPreview('<a href="https://other.example/blog" rel="me">x</a>'),
    '<a href="https://other.example/blog" target="_blank" rel="me">x</a>',
  )
})

test('removes scripts, and sets the theme', () => {
  const html =
    '<html lang="en"><script>1</script><link rel="modulepreload" href="/a.js"><script type="module" src="/a.js"></script><p>x</p></html>'
  assert.equal(inPreview(html), '<html lang="en"><p>x</p></html>')
  assert.equal(inPreview(html, 'dark'), '<html class="dark" lang="en"><p>x</p></html>')
})
