import { siteTables, type Table } from '#tests/tables.ts'

// `npm run tables`: lists every table with its owner, writers, and other readers, starting with the most widely read.

const otherReaders = ({ owner, readers }: Table) => readers.filter((reader) => reader !== owner)
const byReaders = (a: Table, b: Table) => otherReaders(b).length - otherReaders(a).length
for (const table of siteTables().toSorted(byReaders)) {
  const others = otherReaders(table)
  console.log([table.name, ...table.views].join(', '))
  console.log(`  owner    ${table.owner}`)
  console.log(
    `  writers  ${[...table.writers, ...table.triggers.map((trigger) => `trigger ${trigger}`)].join(', ') || 'none'}`,
  )
  console.log(`  readers  ${others.length ? `${others.length}: ${others.join(', ')}` : 'none'}`)
}
