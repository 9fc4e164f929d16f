import fs from 'node:fs'
import { withDecisions } from './decisions.ts'
import { apiReference, commandReference, databaseReference, withGenerated } from './reference.ts'

// `npm run docs`: updates the generated parts of docs/api.md, docs/database.md, docs/guides/command-line.md, and
// docs/decisions/README.md.

const [api, database, commands] = [apiReference(), databaseReference(), await commandReference()]
update('docs/api.md', (text) => withGenerated(text, api))
update('docs/database.md', (text) => withGenerated(text, database))
update('docs/guides/command-line.md', (text) => withGenerated(text, commands))
update('docs/decisions/README.md', withDecisions)

function update(file: string, change: (text: string) => string): void {
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')))
}
