import assert from 'node:assert/strict'
import { test } from 'vitest'
import { splitContract } from './split-contracts.ts'

const contract = `import * as z from 'zod/mini'
import { endpoint } from './endpoint.js'
export { other } from './other.js'
const message = 'Enter a text'
const maxLength = 10
const isShort = (text) => text.length <= maxLength
export const Note = z.object({ text: z.string(message).check(z.refine(isShort)) })
const parsed = (given) => Note.parse(given)
export function checked(given) { return parsed(given) }
export const addNote = endpoint('POST /api/notes', {})
`

test('moves what uses zod, directly or indirectly, to a module of its own', () => {
  const { plain, schemas } = splitContract(contract, '/notes.contract.ts')
  assert.match(plain, /const maxLength = 10\nconst isShort = .*\nexport const addNote/)
  assert.doesNotMatch(plain, /const Note|parsed|checked/)
  assert.match(schemas, /export const Note = .*\nconst parsed = .*\nexport function checked/)
  assert.doesNotMatch(schemas, /addNote|maxLength/)
})

test('lets schemas import what they need from the other module, even if it is not exported', () => {
  const { plain, schemas } = splitContract(contract, '/notes.contract.ts')
  assert.match(schemas, /^import \{ message, isShort \} from "\/notes.contract.ts\?plain"\n/)
  assert.match(plain, /export \{ message, isShort \}\n$/)
  assert.doesNotMatch(plain, /\?schemas/)
})

test('replaces the contract with a module that exports the same names', () => {
  const { facade } = splitContract(contract, '/notes.contract.ts')
  assert.equal(
    facade,
    `export { other } from './other.js'
export { addNote } from "/notes.contract.ts?plain"
export { Note, checked } from "/notes.contract.ts?schemas"
`,
  )
})

test('rejects declarations whose names it cannot follow', () => {
  const split = (code: string) => () => splitContract(code, '/notes.contract.ts')
  assert.throws(split('const { max } = limits'), /destructuring/)
  assert.throws(split('export class Note {}'), /ClassDeclaration/)
  assert.throws(split('const max = 1\nexport { max }'), /ExportNamedDeclaration/)
})
