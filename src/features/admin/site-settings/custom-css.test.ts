import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkedCss } from './custom-css.ts'

test.each([
  ['.brand-name { color: red }', '.brand-name{color:red}'],
  ['/* why */ a:hover { & b { color: red } }', 'a:hover{& b{color:red}}'],
  [':root { --a: 1px; --b: ; margin: calc(var(--a) * 2) }', null],
  ['@media (min-width: 30rem) { h1 { font-size: clamp(1rem, 2vw, 3rem) } }', null],
  ['@supports (display: grid) { @layer features { .post { display: grid } } }', null],
  ['@keyframes spin { to { rotate: 1turn } }', null],
  ['@container (width > 20rem) { .card { padding: 0 } }', null],
  ['body { background: url(/uploads/a.png), url("data:image/png;base64,AAAA") }', null],
  ['mask { mask: url(#shape) }', null],
  ['a::after { content: "see https://other.example" }', null],
  ['a[href^="mailto:"] { color: red }', null],
])('accepts %s', (source, generated) => {
  const checked = checkedCss(source)
  assert.ok(checked.ok, JSON.stringify(checked))
  if (generated !== null) assert.equal(checked.css, generated)
})

test.each([
  ['a {}\n@import "/other.css";', 2, /@import is not allowed/],
  ['@IMPORT url(/other.css);', 1, /@IMPORT is not allowed/],
  ['@charset "utf-8";', 1, /@charset is not allowed/],
  ['@namespace x url(http://www.w3.org/1999/xhtml);', 1, /@namespace is not allowed/],
  ['a {}\n\nb { background: url(https://other.example/a.png) }', 3, /Only URLs on this site/],
  ['b { background: url("//other.example/a.png") }', 1, /Only URLs on this site/],
  ['b { background: url(\\2f/other.example/a.png) }', 1, /Only URLs on this site/],
  ['b { background: url("/\\9 /other.example/a.png") }', 1, /Only URLs on this site/],
  ['b { background: url(/\\\\other.example/a.png) }', 1, /Only URLs on this site/],
  ['b { background: url(data:text/html,x) }', 1, /Only URLs on this site/],
  ['b { background: url(javascript:alert(1)) }', 1, /not valid CSS|Only URLs on this site/],
  ['b { background: image-set("https://other.example/a.png" 1x) }', 1, /Only URLs on this site/],
  ['b { --picture: "https://other.example/a.png" }', 1, /Only URLs on this site/],
  ['b { --picture: url(https://other.example/a.png) }', 1, /Only URLs on this site/],
  ['@font-face { font-family: x; src: url(https://other.example/x.woff2) }', 1, /Only URLs on this site/],
  ['b { width: expression(alert(1)) }', 1, /expression\(\) is not allowed/],
  ['b { behavior: url(/x.htc) }', 1, /behavior is not allowed/],
  ['b { -moz-binding: url(/x.xml#y) }', 1, /-moz-binding is not allowed/],
  ['a {}\nb { color red }', 2, /not valid CSS/],
  ['a { color: red } }', 1, /not valid CSS/],
  ['</style><script>alert(1)</script>', 1, /not valid CSS/],
])('rejects %s', (source, line, message) => {
  const checked = checkedCss(source)
  assert.ok(!checked.ok, JSON.stringify(checked))
  assert.equal(checked.line, line)
  assert.match(checked.message, message)
})

test('closes every open block and comment, so that it cannot hide the CSS that follows', () => {
  const checked = checkedCss('a { color: red; /* open')
  assert.deepEqual(checked, { ok: true, css: 'a{color:red}' })
})
