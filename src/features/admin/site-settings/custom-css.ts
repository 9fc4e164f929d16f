import * as cssTree from 'css-tree'
import { t } from '#messages/messages.ts'

type CheckedCss = { ok: true; css: string } | { ok: false; line: number; message: string }

/** At-rules that do not load other stylesheets. */
const allowedAtRules = new Set([
  'container',
  'counter-style',
  'font-face',
  'font-feature-values',
  'keyframes',
  'layer',
  'media',
  'page',
  'property',
  'scope',
  'starting-style',
  'supports',
])
/** Properties that run code in old browsers. */
const forbiddenProperties = new Set(['behavior', '-moz-binding'])
/** Properties whose strings are text, not URLs. */
const textProperties = new Set(['content', 'quotes'])

/** Checks an administrator's CSS: it must be valid, must not load anything from other sites, and must not contain code.
 *  @returns the CSS in a normalized form, in which every block is closed, or the first problem; lines start at 1 */
export function checkedCss(source: string): CheckedCss {
  const faults: { line: number; message: string }[] = []
  const tree = cssTree.parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ line, message }) =>
      faults.push({ line, message: t('This is not valid CSS: {message}.', { message }) }),
  })
  cssTree.walk(tree, function (node) {
    const message = problemOf(node, this.declaration?.property.toLowerCase())
    if (message !== null) faults.push({ line: node.loc?.start.line ?? 1, message })
  })
  const [first] = faults.toSorted((one, other) => one.line - other.line)
  return first ? { ok: false, ...first } : { ok: true, css: cssTree.generate(tree) }
}

/** @param property the property whose value contains the node; undefined in selectors and at-rules */
function problemOf(node: cssTree.CssNode, property: string | undefined): string | null {
  if (node.type === 'Atrule' && !allowedAtRules.has(cssTree.keyword(node.name).basename))
    return t('@{name} is not allowed.', { name: node.name })
  if (node.type === 'Declaration' && forbiddenProperties.has(node.property.toLowerCase()))
    return t('{property} is not allowed.', { property: node.property })
  if (node.type === 'Function' && node.name.toLowerCase() === 'expression') return t('expression() is not allowed.')
  if (node.type === 'Raw' && node.value.trim() !== '') return t('This is not valid CSS.')
  // image-set() and other functions accept URLs as strings, including from custom properties.
  const isLoaded =
    node.type === 'Url' || (node.type === 'String' && property !== undefined && !textProperties.has(property))
  return isLoaded && !isOwnUrl(node.value) ? t('Only URLs on this site and pictures in data: URLs are allowed.') : null
}

const here = 'http://site.invalid'
const dataPicture = /^data:image\/(?:png|jpeg|webp|gif|avif|svg\+xml)[;,]/i

/** Parses the URL as browsers do: for example, they ignore line breaks and tabs. */
function isOwnUrl(text: string): boolean {
  const url = URL.parse(text, here)
  return url?.origin === here || dataPicture.test(url?.href ?? '')
}
