import fs from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

const source = path.resolve(import.meta.dirname, '../../../src')

/** A regular expression in the site's sources. */
export interface Expression {
  file: string
  pattern: RegExp
}

/** Returns every distinct regular expression literal in the site's sources. */
export function expressions(): Expression[] {
  const files = fs.readdirSync(source, { recursive: true, encoding: 'utf8' })
  const found = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).flatMap((file) => expressionsIn(file))
  return [...new Map(found.map((one) => [String(one.pattern), one])).values()]
}

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = []
  const { program } = parseSync(file, fs.readFileSync(path.join(source, file), 'utf8'))
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ file, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
    },
  }).visit(program)
  return found
}

const signs = Array.from(' \t\n<>/\\"\'`&;:.,-_@=?#%+*()[]{}|!0aAé\u{1F600}')

/** Returns strings of about `length` characters that slow down a backtracking regular expression: repetitions of parts
 *  of its own pattern, with an ending that does not match. */
export function attacksOn({ pattern }: Expression, length: number): string[] {
  const words = pattern.source.match(/[\w<>/"'=:.-]{2,}/g) ?? []
  const pumps = [
    ...new Set([
      ...signs,
      ...Array.from(pattern.source),
      ...words,
      ...words.map((word) => `${word} `),
      'a.',
      'a-',
      '<a ',
      ' a="',
      '/*',
      '[a](',
      '\\n',
    ]),
  ]
  const starts = ['', ...words.slice(0, 2), 'a', '"', '/']
  return pumps.flatMap((pump) => {
    const many = pump.repeat(Math.ceil(length / pump.length))
    return starts.map((start) => `${start}${many}\u0000!`)
  })
}
