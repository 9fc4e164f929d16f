import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import * as cssTree from 'css-tree'
import { test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Elements that contain all or most of a page. */
const large =
  /(?::root|#content|\.shell|\.shell-content|\.page|\.page-(?:wide|narrow|aside|blog)|\.\w+-page|(?<![\w.#:-])(?:html|body|main))(?![\w-])/
const hasPseudoClass = /:has\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g

/** Lists the selectors that style a part of a large element by what the element contains, except in print. */
const wideHasIn = (css: string): string[] =>
  selectorsIn(cssTree.parse(css) as cssTree.StyleSheet).filter((selector) =>
    compoundsOf(selector)
      .slice(0, -1)
      .some((compound) => compound.includes(':has(') && large.test(compound.replaceAll(hasPseudoClass, ''))),
  )

/** Elements whose custom properties the whole page inherits. */
const outermost = /(?::root|(?<![\w.#:-])(?:html|body))(?![\w-])/

/** Lists the selectors of all rules, with nesting resolved. A rule that sets custom properties on an outermost element
 *  also counts as a rule for the elements that inherit them. */
function selectorsIn({ children }: cssTree.StyleSheet | cssTree.Block, parents = ['']): string[] {
  return children.toArray().flatMap((child) => {
    if (child.type === 'Atrule') return child.block && !isForPrint(child) ? selectorsIn(child.block, parents) : []
    if (child.type !== 'Rule' || child.prelude.type !== 'SelectorList') return []
    const own = child.prelude.children.toArray().map(textOf)
    const selectors = own.flatMap((selector) => parents.map((parent) => nested(parent, selector)))
    const inherited = setsCustomProperty(child.block)
      ? selectors.filter((selector) => outermost.test(selector)).map((selector) => `${selector} *`)
      : []
    return selectors.concat(inherited, selectorsIn(child.block, selectors))
  })
}

const setsCustomProperty = ({ children }: cssTree.Block): boolean =>
  children.some((child) => child.type === 'Declaration' && child.property.startsWith('--'))

const isForPrint = ({ prelude }: cssTree.Atrule): boolean => prelude !== null && textOf(prelude) === 'print'

const nested = (parent: string, selector: string): string =>
  selector.includes('&') ? selector.replaceAll('&', parent) : `${parent} ${selector}`.trim()

function compoundsOf(selector: string): string[] {
  const compounds = ['']
  for (const node of (cssTree.parse(selector, { context: 'selector' }) as cssTree.Selector).children) {
    if (node.type === 'Combinator') compounds.push('')
    else compounds.push(compounds.pop() + textOf(node))
  }
  return compounds
}

const textOf = (node: cssTree.CssNode): string => cssTree.generate(node)

test.for([
  ':root:has(.toast) .page',
  '.page:has(>b)>i',
  '.dark .page:has(b) i',
  'main.page:has(b) i',
  '#content:has(b) i',
  '.page-aside:has(b)>i',
  '.page:not(:has(b)) i',
  ':is(.shell,.page):has(b) i',
])('finds a selector that would invalidate the styles of the whole page: %s', (selector) => {
  assert.deepEqual(wideHasIn(`${selector} { color: red }`), [selector])
})

test('finds such selectors in nested rules', () => {
  const css = '.page { @media (min-width: 48rem) { &:has(.x) .y, .dark &:has(.x) { & i { color: red } } } }'
  assert.deepEqual(wideHasIn(css), ['.page:has(.x) .y', '.page:has(.x) .y i', '.dark .page:has(.x) i'])
})

test('finds custom properties that the whole page inherits', () => {
  assert.deepEqual(wideHasIn(':root:has(.bar) { --position: static }'), [':root:has(.bar) *'])
})

test('accepts selectors that affect only a small part of the page', () => {
  const css = `
    :root:has(.toast) { color: red }
    .bar:has(a), .page:has(> a) { --position: static }
    .menu:has(> .list) > .button, .shell:has(a)::before, .page-head:has(b) i, .card:has(.page) i { color: red }
    .page { & .card:has(b) i { color: red } &:has(b) { color: red } }
    @media print { body:has(b) :not(i) { display: none } }`
  assert.deepEqual(wideHasIn(css), [])
})

test('no stylesheet styles the parts of a large element by what it contains', () => {
  const files = fs.readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => wideHasIn(fs.readFileSync(path.join(root, 'src', file), 'utf8')).map((one) => `${file}: ${one}`))
  assert.deepEqual(found, [])
})
