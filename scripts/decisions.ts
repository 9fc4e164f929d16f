import fs from 'node:fs'
import path from 'node:path'
import { root } from './built.ts'

const folder = path.join(root, 'docs/decisions')
const rows = /^\| \[(?<number>\d+)\].* \| (?<status>[^|]*) \| (?<changes>[^|]*) \|$/gm

/** Returns the list of decisions with a row for each page. Keeps the last two columns, which are written by hand. */
export function withDecisions(list: string): string {
  const written = new Map([...list.matchAll(rows)].map(({ groups }) => [groups!['number'], groups!]))
  const all = fs.readdirSync(folder).flatMap((file) => {
    const number = /^\d+/.exec(file)?.[0]
    if (number === undefined) return []
    const { status = 'Accepted', changes = '' } = written.get(number) ?? {}
    return [`| [${number}](${file}) | ${titleOf(file)} | ${status} | ${changes} |\n`]
  })
  return list.slice(0, list.search(rows)) + all.toSorted().join('')
}

/** Returns the page's heading without its number. */
const titleOf = (file: string): string =>
  fs
    .readFileSync(path.join(folder, file), 'utf8')
    .split('\n', 1)[0]!
    .replace(/^# \d+:? /, '')
