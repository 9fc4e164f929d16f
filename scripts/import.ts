import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { type Database, openDatabase } from '#app/database.ts'
import { runImport } from '#app/run-import.ts'
import { reportText } from '#features/admin/imports/import-report.ts'
import { SourceError } from '#features/admin/imports/source-site.ts'
import { createLog } from '#kernel/log.ts'

// `npm run import -- --member NAME SOURCE`: for operators. Works while the site runs or is stopped.

const usage = `Usage: npm run import -- --member NAME [options] SOURCE

Imports everything in SOURCE, a folder, a file, or bluesky:HANDLE, for a member. See docs/guides/importing.md.

Options:
  --member NAME  The member who gets the content
  --from URL     The URL of the old site, such as https://old.example
  --dry-run      Show what would be imported without importing it
  --json         Print the report as JSON`

const { member, source, from, isDryRun, isJson } = readArguments()
const config = readConfig()
const log = createLog({ ...config.log, level: 'error' })
const database = await openDatabase(config, log)
try {
  await importInto(database)
} catch (reason) {
  if (!(reason instanceof SourceError)) throw reason
  console.error(reason.message)
  process.exitCode = 1
} finally {
  await database.close()
}

async function importInto(database: Database): Promise<void> {
  const report = await runImport(config, database, log, { member, source, from, isDryRun })
  console.log(isJson ? JSON.stringify(report, null, 2) : reportText(report))
  if (report.rejected.length > 0) process.exitCode = 1
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        member: { type: 'string' },
        from: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const [source, ...others] = positionals
    if (!values.member || !source || others.length > 0) return stop(usage)
    const from =
      values.from === undefined
        ? null
        : (URL.parse(values.from)?.origin ?? stop('--from must be a URL, such as https://old.example.'))
    return { member: values.member, source, from, isDryRun: values['dry-run'], isJson: values.json }
  } catch {
    return stop(usage)
  }
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
