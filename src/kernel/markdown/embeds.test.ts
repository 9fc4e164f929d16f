import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const html = (source: string) =>
  renderMarkdown(source, { siteUrl: 'http://devstead.test', image: () => null }).html.trim()
const frame = (src: string, more = '') => `<iframe src="${src}"${more}></iframe>`
const player = (source: string) =>
  /^<div class="embed"><iframe src="([^"]*)" title="([^"]*)"/.exec(html(source))?.slice(1)

test('rebuilds a YouTube embed from its video ID, sandboxed and on the cookie-free host', () => {
  assert.equal(
    html(
      '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x&amp;start=30" title="A &quot;b&quot;" frameborder="0" allowfullscreen></iframe>',
    ),
    '<div class="embed"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=30" title="A &quot;b&quot;" loading="lazy" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" referrerpolicy="strict-origin-when-cross-origin" allow="encrypted-media; fullscreen; picture-in-picture"></iframe></div>',
  )
})

test('recognizes every form of YouTube and Vimeo player URL', () => {
  for (const host of [
    'https://youtube.com',
    'http://www.youtube.com',
    '//www.youtube.com',
    'https://www.youtube-nocookie.com',
  ]) {
    assert.deepEqual(player(frame(`${host}/embed/dQw4w9WgXcQ`)), [
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      'YouTube video',
    ])
  }
  assert.deepEqual(player(frame('https://player.vimeo.com/video/76979871?h=8272103f6e&x=1', " title='T'")), [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'T',
  ])
  assert.ok(player('<IFRAME SRC=https://www.youtube.com/embed/dQw4w9WgXcQ allowfullscreen ></IFRAME>  '))
})

test('allows embeds in lists and quotes, and before and after paragraphs', () => {
  const youtube = frame('https://www.youtube.com/embed/dQw4w9WgXcQ')
  assert.match(html(`a\n${youtube}\nb`), /^<p>a<\/p>\n<div class="embed">.*<\/div>\n<p>b<\/p>$/)
  assert.match(html(`- a\n\n  ${youtube}`), /<li>\n<p>a<\/p>\n<div class="embed">/)
  assert.match(html(`> ${youtube}`), /<blockquote>\n<div class="embed">/)
  assert.match(html(`    ${youtube}`), /^<figure class="code">/)
})

test('replaces other iframes with a link', () => {
  const hosts = [
    'https://youtube.com.evil.com',
    'https://evil.com',
    'https://evil.com/youtube.com',
    'http://www.youtube.com:8080',
    'https://wwwyoutube.com',
  ]
  for (const host of hosts) {
    const shown = html(frame(`${host}/embed/dQw4w9WgXcQ`))
    assert.match(shown, /^<p><a href="https?:\/\/[^"]*" rel="ugc nofollow noopener">https?:[^<]*<\/a><\/p>$/, host)
  }
  assert.match(html(frame('https://www.youtube.com/watch?v=dQw4w9WgXcQ')), /^<p><a /)
  assert.match(html(frame('https://www.youtube.com/embed/../evil')), /^<p><a /)
})

test('shows an iframe as text if it has no HTTP(S) URL or is not the only iframe in its block', () => {
  const texts = [
    frame('javascript:alert(1)'),
    frame('data:text/html,x'),
    frame('/own'),
    '<iframe></iframe>',
    '<iframe srcdoc="&lt;script&gt;"></iframe>',
    frame('https://www.youtube.com@evil.com/embed/dQw4w9WgXcQ'),
    `${frame('https://www.youtube.com/embed/dQw4w9WgXcQ')}<script>alert(1)</script>`,
    `x ${frame('https://www.youtube.com/embed/dQw4w9WgXcQ')}`,
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"><iframe src="x"></iframe></iframe>',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ">',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" / onload=alert(1)></iframe>',
  ]
  for (const text of texts) assert.match(html(text), /^<p>(x )?&lt;iframe/, text)
})

test('uses the first of two src attributes, as browsers do, and drops the iframe’s content', () => {
  const shown = html(
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" src="https://evil.com" srcdoc="x" onload="alert(1)" name=a></iframe>',
  )
  assert.doesNotMatch(shown, /evil|srcdoc|onload|name=/)
  assert.match(shown, /embed\/dQw4w9WgXcQ"/)
})

test('keeps a bare video URL as a link', () => {
  assert.match(html('https://www.youtube.com/watch?v=dQw4w9WgXcQ'), /^<p><a href=/)
})
