import { writeFile } from 'node:fs/promises'
import { runImport } from '#app/run-import.ts'
import { printCheck } from '#features/admin/address-checks/print-check.ts'
import { reportText } from '#features/admin/imports/import-report.contract.ts'
import { findRoleHolder } from '#features/people/profiles/roles.store.ts'
import { audit } from '#kernel/audit.store.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { inLanguage } from '#kernel/trace.ts'
import { print } from './output.ts'
import { readSite, withSite } from './site.ts'

interface ImportArguments {
  /** The username of the member for whom to import the content. */
  member: string
  source: string
  from: string | null
  isDryRun: boolean
  isJson: boolean
  reportFile: string | null
}

/** Imports the source and prints the report. @returns whether everything was imported */
export const importSource = ({
  member,
  source,
  from,
  isDryRun,
  isJson,
  reportFile,
}: ImportArguments): Promise<boolean> =>
  withSite(async ({ config, log, ...database }) => {
    const onProgress = isDryRun ? undefined : showImported
    const job = { member, source, from, isDryRun, onProgress }
    const [report, text] = await inLanguage('en', async () => {
      const imported = await runImport(config, database, log, job)
      return [imported, reportText(imported)] as const
    })
    const subjectId = (await findRoleHolder(database.db, member))?.id ?? null
    if (!isDryRun) await audit(database.db, { action: 'import.finished', actor: 'operator', subjectId })
    const json = JSON.stringify(report, null, 2)
    if (reportFile !== null) await writeFile(reportFile, `${/\.json$/i.test(reportFile) ? json : text}\n`)
    print(isJson ? json : text)
    return report.rejected.length === 0
  })

interface CheckArguments {
  source: string
  site: string | null
  isJson: boolean
}

/** Requests every old address in the source from the running site. @returns whether all of them work */
export async function checkAddresses({ source, site, isJson }: CheckArguments): Promise<boolean> {
  const { siteUrl, outboundAllow } = (await readSite()).config
  const fetch = createSafeFetch({ allow: outboundAllow, userAgent: `Devstead (+${siteUrl})` })
  return (await printCheck({ source, site, siteUrl, isJson, fetch, print, onProgress: showChecked })) === 0
}

/** Shows the progress on standard error after every hundred URLs, on a single line if that is a terminal. */
function showChecked(checked: number, total: number): void {
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
