import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Locale } from '../src/messages/locales.ts'

interface MessageOptions {
  locale: Locale
  /** For each argument or element of the message, the code of its value. */
  values: Record<string, string>
  isRich: boolean
}

/** Returns JavaScript code for an ICU message: a string, or a list of React nodes.
 *  `Reply to {name}` → `("Reply to "+name)` */
export function expressionOf(message: string, { locale, values, isRich }: MessageOptions): string {
  const elements = parse(message, { ignoreTag: !isRich })
  const uses = usesIn(elements)
  const names = [...new Set(uses)]
  for (const name of names) if (!(name in values)) throw new Error(`“${message}” has no value for ${name}.`)
  const body = (codes: Record<string, string>) => join(elements, { locale, isRich, codes })
  // A value that is used once, outside plural forms, is inserted where it is used.
  const isSimple = names.length === uses.length && elements.every(({ type }) => !branching.has(type))
  if (isSimple) return body(values)
  const parameters = Object.fromEntries(names.map((name, index) => [name, `m${index}`]))
  return `((${Object.values(parameters).join()})=>${body(parameters)})(${names.map((name) => values[name]).join()})`
}

const branching = new Set<TYPE>([TYPE.plural, TYPE.select])

function usesIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [element.value, ...usesIn(element.children)]
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => usesIn(value))]
    return [element.value]
  })
}

interface Scope {
  locale: Locale
  isRich: boolean
  codes: Record<string, string>
  /** The number of the plural form that surrounds this part. */
  count?: string
}

/** Returns the code of a sequence: texts joined with `+`, or a list of nodes. */
function join(elements: MessageFormatElement[], scope: Scope): string {
  const parts = elements.map((element) => partOf(element, scope))
  if (scope.isRich) return parts.length === 1 ? parts[0]! : `[${parts.join()}]`
  const startsWithText = parts[0]?.startsWith('"') ?? true
  return `(${(startsWithText ? parts : ['""', ...parts]).join('+') || '""'})`
}

function partOf(element: MessageFormatElement, scope: Scope): string {
  const { locale, codes, count } = scope
  if (element.type === TYPE.literal) return JSON.stringify(element.value)
  if (element.type === TYPE.pound) return `${count}.toLocaleString(${JSON.stringify(locale)})`
  const code = codes[element.value]!
  if (element.type === TYPE.argument) return `(${code})`
  if (element.type === TYPE.tag) return `(${code})(${join(element.children, scope)})`
  if (element.type === TYPE.select) return choiceOf(element.options, (key) => `${code}===${JSON.stringify(key)}`, scope)
  if (element.type !== TYPE.plural)
    throw new Error('Messages may only contain arguments, plurals, selections, and elements.')
  if (element.offset || element.pluralType !== 'cardinal') throw new Error('Only simple plurals are supported.')
  return choiceOf(element.options, (key) => pluralTest(key, code, locale), { ...scope, count: code })
}

/** Returns nested conditional expressions for the options, with `other` as the last. */
function choiceOf(
  options: Record<string, { value: MessageFormatElement[] }>,
  test: (key: string) => string,
  scope: Scope,
): string {
  const { other, ...rest } = options
  const cases = Object.entries(rest).map(([key, { value }]) => `${test(key)}?${join(value, scope)}:`)
  return `(${cases.join('')}${join(other!.value, scope)})`
}

function pluralTest(key: string, code: string, locale: Locale): string {
  if (key.startsWith('=')) return `${code}==${key.slice(1)}`
  if (key === 'one' && onlyOneIsOne(locale)) return `${code}==1`
  return `new Intl.PluralRules(${JSON.stringify(locale)}).select(${code})===${JSON.stringify(key)}`
}

/** Reports whether the language uses its form `one` for 1 and for no other integer. */
function onlyOneIsOne(locale: Locale): boolean {
  const rules = new Intl.PluralRules(locale)
  const numbers = Array.from({ length: 1200 }, (_, number) => number)
  return numbers.every((number) => (rules.select(number) === 'one') === (number === 1))
}
