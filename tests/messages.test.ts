import assert from 'node:assert/strict'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { test } from 'vitest'
import { loadCatalog } from '#kernel/catalogs.ts'
import { locales } from '#messages/locales.ts'
import { callsIn, type MessageCall, messageCalls } from '../scripts/message-calls.ts'
import { expressionOf } from '../scripts/message-code.ts'

const calls = messageCalls()
const translated = locales.filter((locale) => locale !== 'en')
const at = ({ file, line, text }: MessageCall) => `${file}:${line} ${text ?? ''}`

test('finds the messages in the code', () => {
  assert.ok(calls.length > 2500)
})

test('writes every message as a literal, in ICU syntax if it has values', () => {
  assert.deepEqual(calls.filter(({ text }) => text === null).map(at), [])
  assert.deepEqual(calls.filter((call) => call.hasValues && !isValid(call)).map(at), [])
})

test('translates messages in contracts and on the server when they are needed, not when files are loaded', () => {
  const early = calls.filter(({ isEarly, file }) => isEarly && !isOnlyInBundles(file))
  assert.deepEqual(early.map(at), [])
})

test.for(translated)('has every message in %s, with the same arguments and elements', (locale) => {
  const catalog = loadCatalog(locale)
  assert.deepEqual(calls.filter(({ text }) => !catalog[text!]).map(at), [])
  const used = new Set(calls.map(({ text }) => text))
  assert.deepEqual(
    Object.keys(catalog).filter((text) => !used.has(text)),
    [],
    'Run npm run messages.',
  )
  const differing = calls.filter((call) => call.hasValues && !hasSameNames(call, catalog[call.text!]!))
  assert.deepEqual(differing.map(at), [])
  for (const call of calls.filter(({ hasValues }) => hasValues)) {
    const values = Object.fromEntries(namesIn(call, call.text!).map((name) => [name.replace(/[</>]/g, ''), 'x']))
    assert.doesNotThrow(() => expressionOf(catalog[call.text!]!, { locale, values, isRich: call.isRich }), at(call))
  }
})

test('finds calls with a variable, and calls that run when a file is loaded', () => {
  const code = `import { t } from '#messages/messages.ts'\nt(text)\nconst late = () => t('Late')\nconst early = t('Early')`
  assert.deepEqual(
    callsIn(code, 'src/x.ts').map(({ text, line, isEarly }) => [text, line, isEarly]),
    [
      [null, 2, true],
      ['Late', 3, false],
      ['Early', 4, true],
    ],
  )
})

/** Reports whether the file is loaded only as part of a bundle, which has one language. */
const isOnlyInBundles = (file: string): boolean =>
  /\.(tsx|hooks\.ts)$/.test(file) || (/^src\/(pages|ui|web)\//.test(file) && !/\.(page|load|contract)\.ts$/.test(file))

function isValid({ text, isRich }: MessageCall): boolean {
  try {
    return parse(text!, { ignoreTag: !isRich }).length > 0
  } catch {
    return false
  }
}

const hasSameNames = (call: MessageCall, translation: string): boolean => {
  try {
    return String(namesIn(call, call.text!)) === String(namesIn(call, translation))
  } catch {
    return false
  }
}

/** Returns the names of the arguments and elements, sorted and without duplicates. */
const namesIn = ({ isRich }: MessageCall, message: string): string[] =>
  [...new Set(names(parse(message, { ignoreTag: !isRich })))].toSorted()

function names(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...names(element.children)]
    const inside = 'options' in element ? Object.values(element.options).flatMap(({ value }) => names(value)) : []
    return [element.value, ...inside]
  })
}
