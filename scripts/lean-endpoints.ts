import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'
import type { EndpointFacts } from '../src/kernel/endpoint.contract.ts'

/** Properties that no browser code reads: browsers build URLs from parameters and queries without their schemas. */
const serverOnly: ReadonlySet<string> = new Set<keyof EndpointFacts>([
  'summary',
  'access',
  'answer',
  'params',
  'query',
  'headers',
  'maxBodyBytes',
  'alternatives',
  'creates',
  'needsRecentProof',
  'worksWithoutSecondFactor',
  'limits',
  'reads',
  'changes',
  'isCached',
  'isPersonal',
  'isFrequent',
])

/** Functions without side effects, in addition to zod's. */
const pure: ReadonlySet<string> = new Set(['endpoint', 'media', 'perAddress', 'perMember'])

/** Makes contracts smaller for browsers: removes endpoint properties that only the server reads, and lets the bundler
 *  drop unused endpoints, limits, and schemas, and whole contracts, because importing one has no side effects. */
export const leanEndpoints = (): Plugin => ({
  name: 'lean-endpoints',
  enforce: 'pre',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transform: {
    filter: { id: /\.contract\.ts(?:\?plain|\?schemas)?$/ },
    handler: (code) => ({ code: leanContract(code), map: null, moduleSideEffects: false }),
  },
})

/** Removes server-only properties from object literals passed to `endpoint()` and from module constants that are spread
 *  into them, and marks calls without side effects as pure. */
export function leanContract(code: string): string {
  const constants = new Map<string, ESTree.ObjectExpression>()
  // Grows during the iteration, because a constant may spread another constant.
  const objects = new Set<ESTree.ObjectExpression>()
  const pureCalls = new Set<number>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      const value = init?.type === 'TSAsExpression' ? init.expression : init
      if (id.type === 'Identifier' && value?.type === 'ObjectExpression') constants.set(id.name, value)
    },
    CallExpression({ callee, arguments: [, spec], start }) {
      if (isPure(callee)) pureCalls.add(start)
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
      if (spec?.type === 'ObjectExpression') objects.add(spec)
    },
  }).visit(parseSync('endpoint.contract.ts', code).program)
  for (const { properties } of objects)
    for (const one of properties) {
      const spread =
        one.type === 'SpreadElement' && one.argument.type === 'Identifier' && constants.get(one.argument.name)
      if (spread) objects.add(spread)
    }
  const removed = [...objects].flatMap(serverOnlyRanges)
  const marks = [...pureCalls]
    .filter((at) => !removed.some(([start, end]) => start <= at && at < end))
    .map((at): Edit => [at, at, '/* @__PURE__ */ '])
  return [...removed, ...marks]
    .toSorted(([one], [other]) => other - one)
    .reduce((edited, [start, end, text]) => edited.slice(0, start) + text + edited.slice(end), code)
}

const isPure = (callee: ESTree.Expression): boolean =>
  isOfZod(callee) || isCheck(callee) || (callee.type === 'Identifier' && pure.has(callee.name))

/** Returns whether this is a zod function, such as `z.string` or `z.iso.date`. */
const isOfZod = (callee: ESTree.Expression): boolean =>
  callee.type === 'MemberExpression' &&
  (callee.object.type === 'Identifier' ? callee.object.name === 'z' : isOfZod(callee.object))

/** Returns whether this is the method that returns a copy of a schema with additional checks. */
const isCheck = (callee: ESTree.Expression): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'check'

type Edit = [start: number, end: number, text: string]

/** Returns edits that remove each server-only property along with the comma after it. */
const serverOnlyRanges = ({ properties, end }: ESTree.ObjectExpression): Edit[] =>
  properties.flatMap((one, index): Edit[] => {
    const isRead = one.type !== 'Property' || one.key.type !== 'Identifier' || !isServerOnly(one.key.name, one.value)
    return isRead ? [] : [[one.start, properties[index + 1]?.start ?? end - 1, '']]
  })

const isServerOnly = (name: string, value: ESTree.Expression): boolean =>
  serverOnly.has(name) || (name === 'body' && isSchema(value))

/** Returns whether a body is certainly JSON: a zod call, or a name that starts with a capital letter. */
const isSchema = (body: ESTree.Expression): boolean =>
  body.type === 'Identifier' ? /^[A-Z]/.test(body.name) : body.type === 'CallExpression' && isOfZod(body.callee)
