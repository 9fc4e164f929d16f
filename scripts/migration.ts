import fs from 'node:fs'
import path from 'node:path'
import { root } from './built.ts'
import { migrationName } from './migration-name.ts'

// `npm run db:migration -- title`: adds an empty migration with the next number.

try {
  const folder = path.join(root, 'migrations')
  const file = path.join(folder, migrationName(fs.readdirSync(folder), process.argv.slice(2).join(' ')))
  fs.writeFileSync(file, '-- What this adds, and why.\n', { flag: 'wx' })
  console.log(`Created ${path.relative(root, file)}. It will run the next time the site starts.`)
} catch (reason) {
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
}
