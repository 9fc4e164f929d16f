export interface SqlStatement {
  text: string
  /** The line on which it starts, counting from 1. */
  line: number
}

/** Comments, strings, quoted names, and dollar-quoted bodies, in which semicolons do not end a statement. */
const tokens = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;/g

/** Splits SQL text into its statements. */
export function statementsIn(text: string): SqlStatement[] {
  const ends = [...text.matchAll(tokens)].flatMap(({ 0: token, index }) => (token === ';' ? [index + 1] : []))
  return [...ends, text.length].flatMap((end, number) => {
    const start = number === 0 ? 0 : ends[number - 1]!
    const statement = text.slice(start, end)
    const space = /^(?:\s+|--[^\n]*|\/\*[^]*?\*\/)*/.exec(statement)![0]
    if (/^;?$/.test(statement.slice(space.length))) return []
    const line = text.slice(0, start + space.length).split('\n').length
    return [{ text: statement.slice(space.length), line }]
  })
}
