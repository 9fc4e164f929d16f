import fs from 'node:fs'
import { apiReference, commandReference, databaseReference, withGenerated } from './reference.ts'

// `npm run docs`: updates the generated parts of docs/api.md, docs/database.md, and
// docs/guides/command-line.md.

update('docs/api.md', apiReference())
update('docs/database.md', databaseReference())
update('docs/guides/command-line.md', await commandReference())

function update(file: string, generated: string): void {
  fs.writeFileSync(file, withGenerated(fs.readFileSync(file, 'utf8'), generated))
}
