import fs from 'node:fs'
import { apiReference, databaseReference, withGenerated } from './reference.ts'

// `npm run docs`: updates the generated parts of docs/api.md and docs/database.md.

update('docs/api.md', apiReference())
update('docs/database.md', databaseReference())

function update(file: string, generated: string): void {
  fs.writeFileSync(file, withGenerated(fs.readFileSync(file, 'utf8'), generated))
}
