import { parseArgs } from 'node:util'
import { SourceError } from '#features/admin/imports/source-site.ts'
import { AddressSourceError } from '#features/admin/address-checks/old-addresses.ts'
import { checkAddresses, importSource } from './cli/importing.ts'

// `npm run import -- --member NAME SOURCE`: the former name of `devstead import`, for scripts that use it.

const usage = `Usage: npm run import -- --member NAME [options] SOURCE

Imports everything in SOURCE, a folder, a file, or bluesky:HANDLE, for a member. See docs/guides/importing.md.

       npm run import -- --check [--site URL] [--json] SOURCE

Requests every old address in SOURCE from the running site. SOURCE is the URL or file of a sitemap, a file with one URL
per line, or the folder of a built site. An address is ok if it returns 200 after at most one redirect.

Options:
  --member NAME  The member to import the content for
  --from URL     The URL of the old site, such as https://old.example
  --dry-run      Show what would be imported without importing it
  --check        Check old addresses instead of importing
  --site URL     Where the site is running, if not at SITE_URL
  --json         Print the report as JSON
  --report FILE  Also write the report to a file: JSON if its name ends with .json, otherwise text`

const given = readArguments()
try {
  const { member } = given
  const isDone = await (member === null ? checkAddresses(given) : importSource({ ...given, member }))
  if (!isDone) process.exitCode = 1
} catch (reason) {
  if (!(reason instanceof SourceError || reason instanceof AddressSourceError)) throw reason
  console.error(reason.message)
  process.exitCode = 1
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
  if (text === undefined) return null
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.origin : stop(fault)
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
