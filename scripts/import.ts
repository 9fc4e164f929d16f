import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { type Database, openDatabase } from '#app/database.ts'
import { runImport } from '#app/run-import.ts'
import { reportText } from '#features/admin/imports/import-report.contract.ts'
import { SourceError } from '#features/admin/imports/source-site.ts'
import { AddressSourceError } from '#features/admin/address-checks/old-addresses.ts'
import { printCheck } from '#features/admin/address-checks/print-check.ts'
import { createLog, type Log } from '#kernel/log.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'

// `npm run import -- --member NAME SOURCE`: for operators. Works whether or not the site is running.

const usage = `Usage: npm run import -- --member NAME [options] SOURCE

Imports everything in SOURCE, a folder, a file, or bluesky:HANDLE, for a member. See docs/guides/importing.md.

       npm run import -- --check [--site URL] [--json] SOURCE

Requests every old address in SOURCE from the running site. SOURCE is the URL or file of a sitemap, a file with one URL
per line, or the folder of a built site. An address is ok if it returns 200 after at most one redirect.

Options:
  --member NAME  The member who gets the content
  --from URL     The URL of the old site, such as https://old.example
  --dry-run      Show what would be imported without importing it
  --check        Check old addresses instead of importing
  --site URL     Where the site is running, if not at SITE_URL
  --json         Print the report as JSON
  --report FILE  Also write the report to a file: JSON if its name ends with .json, otherwise text`

const wish = readArguments()
const config = readConfig()
try {
  await (wish.member === null ? check(wish) : importWithDatabase({ ...wish, member: wish.member }))
} catch (reason) {
  if (!(reason instanceof SourceError || reason instanceof AddressSourceError)) throw reason
  console.error(reason.message)
  process.exitCode = 1
}

type Wish = ReturnType<typeof readArguments>
type ImportWish = Wish & { member: string }

async function check({ source, site, isJson }: Wish): Promise<void> {
  const { siteUrl, outboundAllow } = config
  const fetch = createSafeFetch({ allow: outboundAllow, userAgent: `Devstead (+${siteUrl})` })
  const failed = await printCheck({ source, site, siteUrl, isJson, fetch, print, onProgress: showProgress })
  if (failed > 0) process.exitCode = 1
}

function print(line: string): void {
  console.log(line)
}

/** Shows the progress on standard error after every hundred URLs, on a single line if that is a terminal. */
function showProgress(checked: number, total: number): void {
  const isLast = checked === total
  if (checked % 100 !== 0 && !isLast) return
  const { stderr } = process
  stderr.write(`${stderr.isTTY ? '\r' : ''}Checked ${checked} of ${total}${!stderr.isTTY || isLast ? '\n' : ''}`)
}

/** Shows the progress on standard error, if that is a terminal. */
function showImported(done: number, total: number): void {
  const { stderr } = process
  if (stderr.isTTY) stderr.write(`\rImported ${done} of ${total}${done === total ? '\n' : ''}`)
}

async function importWithDatabase(given: ImportWish): Promise<void> {
  const log = createLog({ ...config.log, level: 'error' })
  const database = await openDatabase(config, log)
  try {
    await importInto(database, log, given)
  } finally {
    await database.close()
  }
}

async function importInto(
  database: Database,
  log: Log,
  { member, source, from, isDryRun, isJson, reportFile }: ImportWish,
): Promise<void> {
  const onProgress = isDryRun ? undefined : showImported
  const report = await runImport(config, database, log, { member, source, from, isDryRun, onProgress })
  const [json, text] = [JSON.stringify(report, null, 2), reportText(report)]
  console.log(isJson ? json : text)
  if (reportFile !== null) await writeFile(reportFile, `${/\.json$/i.test(reportFile) ? json : text}\n`)
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
        report: { type: 'string' },
        check: { type: 'boolean', default: false },
        site: { type: 'string' },
      },
    })
    const [source, ...others] = positionals
    const { member = null, check: isCheck } = values
    if (!source || others.length > 0 || isCheck === (member !== null)) return stop(usage)
    const from = originIn(values.from, '--from must be a URL, such as https://old.example.')
    const site = originIn(values.site, '--site must be a URL, such as http://127.0.0.1:3000.')
    const { report: reportFile = null, json: isJson } = values
    return { member, source, from, site, isDryRun: values['dry-run'], isJson, reportFile }
  } catch {
    return stop(usage)
  }
}

function originIn(text: string | undefined, fault: string): string | null {
  return text === undefined ? null : (URL.parse(text)?.origin ?? stop(fault))
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
