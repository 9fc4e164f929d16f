import fs from 'node:fs'
import path from 'node:path'
import { root } from './built.ts'

const folder = path.join(root, 'docs/decisions')
const row = /^\| \[(?<number>\d+)\].* \| (?<status>[^|]*) \| (?<changes>[^|]*) \|\n/gm
const table = new RegExp(`(?:${row.source.replaceAll(/\?<\w+>/g, '')})+`, 'm')

/** Returns the list of decisions with a row for each page. Keeps the last two columns, which are maintained manually.
 *  @throws Error if the list has no row, or a page's heading has no number */
export function withDecisions(list: string): string {
  if (!table.test(list)) throw new Error('docs/decisions/README.md has no row of the table')
  const written = new Map([...list.matchAll(row)].map(({ groups }) => [groups!['number'], groups!]))
  const all = fs.readdirSync(folder).flatMap((file) => {
    const number = /^\d+/.exec(file)?.[0]
    if (number === undefined) return []
    const { status = 'Accepted', changes = '' } = written.get(number) ?? {}
    return [`| [${number}](${file}) | ${titleOf(file, number)} | ${status} | ${changes} |\n`]
  })
  return list.replace(table, () => all.toSorted().join(''))
}

/** Returns the page's heading without its number. */
function titleOf(file: string, number: string): string {
  const [heading = ''] = fs.readFileSync(path.join(folder, file), 'utf8').split('\n', 1)
  const start = `# ${number}: `
  if (!heading.startsWith(start)) throw new Error(`The heading of docs/decisions/${file} must start with “${start}”`)
  return heading.slice(start.length)
}
