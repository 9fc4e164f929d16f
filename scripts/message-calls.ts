import fs from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { root } from './built.ts'

/** A call of `t` or `rich`. */
export interface MessageCall {
  /** The English text. Null if it is not a string literal, so that it cannot be translated. */
  text: string | null
  isRich: boolean
  hasValues: boolean
  /** Path from the root of the checkout. */
  file: string
  line: number
  /** Whether the call runs when the file is loaded. The server loads a file once for all languages. */
  isEarly: boolean
}

/** Returns every message in the sources, in the order of the files. */
export function messageCalls(): MessageCall[] {
  const entries = fs.readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
    .flatMap((file) => callsIn(fs.readFileSync(path.join(root, file), 'utf8'), file))
}

/** Returns the messages in a file. */
export function callsIn(code: string, file: string): MessageCall[] {
  if (!code.includes('#messages/')) return []
  const calls: { call: ESTree.CallExpression; name: string }[] = []
  const functions: { start: number; end: number }[] = []
  const addFunction = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => void functions.push(node)
  new Visitor({
    ArrowFunctionExpression: addFunction,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    CallExpression(call) {
      const { callee } = call
      if (callee.type === 'Identifier' && (callee.name === 't' || callee.name === 'rich'))
        calls.push({ call, name: callee.name })
    },
  }).visit(parseSync(file, code).program)
  return calls.map(({ call, name }) => ({
    text: literalOf(call.arguments[0]),
    isRich: name === 'rich',
    hasValues: call.arguments.length > 1,
    file,
    line: code.slice(0, call.start).split('\n').length,
    isEarly: !functions.some(({ start, end }) => start <= call.start && call.end <= end),
  }))
}

function literalOf(node: ESTree.Argument | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]!.value.cooked
  return null
}
