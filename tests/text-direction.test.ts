import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import * as cssTree from 'css-tree'
import { test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const sides = /(?:^|-)(?:left|right)(?:-|$)/
/** Shorthands for all four sides, in the order top, right, bottom, left. */
const fourSides = new Set([
  'border-color',
  'border-style',
  'border-width',
  'inset',
  'margin',
  'padding',
  'scroll-margin',
  'scroll-padding',
])
/** Properties with the names of sides as values. */
const aligned = new Set(['clear', 'float', 'position-area', 'text-align', 'text-align-last'])

/** Lists the declarations and selectors that would be on the wrong side in right-to-left text, as `line: text`. */
function physicalIn(css: string): string[] {
  const found: string[] = []
  cssTree.walk(cssTree.parse(css, { positions: true, parseCustomProperty: false }), (node) => {
    const isPhysical =
      node.type === 'Declaration'
        ? isPhysicalDeclaration(node)
        : // The build would replace it with a list of languages.
          node.type === 'PseudoClassSelector' && node.name === 'dir'
    if (isPhysical) found.push(`${node.loc!.start.line}: ${cssTree.generate(node)}`)
  })
  return found
}

function isPhysicalDeclaration({ property, value }: cssTree.Declaration): boolean {
  if (sides.test(property)) return true
  if (value.type !== 'Value') return false
  const parts = value.children.toArray().map((part) => cssTree.generate(part))
  const [first, second, third, fourth] = parts
  if (fourSides.has(property)) return fourth !== undefined && fourth !== second
  if (property === 'border-radius') return second !== undefined && (first !== second || third !== (fourth ?? second))
  if (aligned.has(property)) return parts.some((part) => sides.test(part))
  if (property === 'translate') return isHorizontal(first!)
  if (property === 'box-shadow') return isHorizontal(parts.find((part) => part !== 'inset')!)
  return /\btranslate(?:X|3d)?\(|\bto (?:left|right)\b/.test(cssTree.generate(value))
}

/** Reports whether a length other than 0 ignores the direction of text, whose sign is `--forward`. */
const isHorizontal = (length: string): boolean => /^-?[\d.]*[1-9]|^calc/.test(length) && !length.includes('--forward')

test('recognizes what would be on the wrong side in right-to-left text', () => {
  const physical = [
    'margin-left: 1px',
    'border-top-right-radius: 1px',
    'right: 0',
    'padding: 0 1px 0 2px',
    'inset: 0 auto 0 0',
    'border-radius: 0 1px 1px 0',
    'text-align: right',
    'float: left',
    'position-area: bottom span-left',
    'translate: 3px 0',
    'translate: -50%',
    'transform: translateX(1px)',
    'box-shadow: inset 2px 0 red',
    'background: linear-gradient(to right, red, blue)',
  ]
  assert.deepEqual(
    physical.filter((declaration) => physicalIn(`.a { ${declaration} }`).length === 0),
    [],
  )
  assert.deepEqual(physicalIn('.a {\n  &:dir(rtl) { top: 0 }\n}'), ['2: :dir(rtl)'])
})

test('accepts what follows the direction of text', () => {
  const logical = [
    'margin-inline-start: 1px',
    'padding: 0 1px 2px',
    'padding: 0 1px 2px 1px',
    'inset: auto 0 0',
    'border-radius: 1px 1px 0 0',
    'border-start-end-radius: 1px',
    'text-align: end',
    'translate: 0 3px',
    'translate: calc(var(--forward) * 3px) 0',
    'box-shadow: 0 0 0 1px red',
    'box-shadow: var(--shadow-1)',
    'background: linear-gradient(to top, red, blue)',
  ]
  assert.deepEqual(physicalIn(`.a { ${logical.join('; ')} }`), [])
})

test('finds no styles that would be on the wrong side in right-to-left text', () => {
  const files = fs.globSync('src/**/*.css', { cwd: root }).toSorted()
  assert.ok(files.length > 100)
  assert.deepEqual(
    files.flatMap((file) => physicalIn(fs.readFileSync(path.join(root, file), 'utf8')).map((at) => `${file}:${at}`)),
    [],
  )
})
