import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import * as cssTree from 'css-tree'
import { test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Elements that contain all or most of a page. */
const large = /^(?::root|html|body|\.shell|\.shell-content|\.page)(?![\w-])/

/** Lists the selectors that style a part of a large element by what the element contains, except in print. */
function wideHasIn(css: string): string[] {
  const found: string[] = []
  cssTree.walk(cssTree.parse(css), {
    visit: 'Selector',
    enter(selector) {
      const isPrinted = this.atrule?.prelude && cssTree.generate(this.atrule.prelude) === 'print'
      const [first = '', ...others] = cssTree
        .generate(selector)
        .split(/(?<=:has\([^()]*(?:\([^()]*\)[^()]*)*\)\S*)[\s>+~]+/)
      if (!isPrinted && large.test(first) && first.includes(':has(') && others.length > 0)
        found.push(cssTree.generate(selector))
    },
  })
  return found
}

test('finds selectors that would invalidate the styles of the whole page', () => {
  assert.deepEqual(wideHasIn(':root:has(.toast) .page { color: red } .page:has(> b) > i { color: red }'), [
    ':root:has(.toast) .page',
    '.page:has(>b)>i',
  ])
  const harmless = ':root:has(.toast) { color: red } .menu:has(> .list) > .button, .shell:has(a)::before { color: red }'
  assert.deepEqual(wideHasIn(`${harmless} @media print { body:has(b) :not(i) { display: none } }`), [])
})

test('no stylesheet styles the parts of a large element by what it contains', () => {
  const files = fs.readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => wideHasIn(fs.readFileSync(path.join(root, 'src', file), 'utf8')).map((one) => `${file}: ${one}`))
  assert.deepEqual(found, [])
})
