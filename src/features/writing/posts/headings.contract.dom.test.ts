import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { headingsOf } from './headings.contract.ts'

const options = { siteUrl: 'http://devstead.test', image: (src: string) => ({ src }) }
const source = '# One *a* & `<b>` "c"\n\n## Two\u00A0&nbsp;[d](/e)^[f]\n\n> # quoted\n\n###### Six\n\n####### seven'

test('finds headings in articles but not in short posts', () => {
  const { html } = renderMarkdown(source, { ...options, isArticle: true })
  assert.deepEqual(headingsOf(html), [
    { id: 'h-one-a-b-c', text: 'One a & <b> "c"', level: 1 },
    { id: 'h-two-d', text: 'Two d', level: 2 },
    { id: 'h-six', text: 'Six', level: 6 },
  ])
  assert.deepEqual(headingsOf(renderMarkdown(source, options).html), [])
})

test('finds the same headings in HTML serialized by a browser', () => {
  const { html } = renderMarkdown(source, { ...options, isArticle: true, withLines: true })
  const page = document.createElement('div')
  page.innerHTML = html
  assert.deepEqual(headingsOf(page.innerHTML), headingsOf(html))
  for (const { id } of headingsOf(html)) assert.ok(page.querySelector(`#${id}`))
})

test('ignores text that looks like a heading', () => {
  const anchor = '<a class="heading-anchor" href="#h-a" aria-label="Link to this section: a"></a></h1>'
  const { html } = renderMarkdown(`${anchor}\n\n\`${anchor}\``, { ...options, isArticle: true })
  assert.deepEqual(headingsOf(html), [])
})
