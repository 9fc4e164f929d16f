import { command } from '../cli/command.ts'
import { httpUrl } from '../cli/http-url.ts'
import { callerPath } from '../cli/site.ts'

/** Named after the file; `import` is a reserved word. */
export const importCommand = command('import', {
  summary: 'Import content from another site',
  description:
    'Imports a folder, a file, or a Bluesky account (bluesky:HANDLE) for a member. With --check, imports nothing and requests the old site’s addresses from the running site instead; the source is then a sitemap (URL or file), a list of URLs, or the folder of a built site. An address is ok if it returns 200 after at most one redirect. See importing.md.',
  examples: [
    'import --member ada ./hugo-site --dry-run',
    'import --member ada export.zip --from https://old.example --report report.json',
    'import --check https://old.example/sitemap.xml',
  ],
})
  .argument('<source>')
  .option('--member <username>', 'The member to import the content for')
  .option('--from <url>', 'URL of the old site', httpUrl)
  .option('--dry-run', 'Show what would be imported without importing it')
  .option('--check', 'Check old addresses instead of importing')
  .option('--site <url>', 'Where the site is running, if not at SITE_URL (with --check)', httpUrl)
  .option('--report <file>', 'Also write the report to a file: JSON if its name ends with .json, otherwise text')
  .option('--json', 'Print the report as JSON')
  .action(async (given, { member, from, dryRun, check: isCheck = false, site, report, json }, self) => {
    if (isCheck === (member !== undefined)) self.error('Pass either --member or --check.')
    const { checkAddresses, importSource } = await import('../cli/importing.ts')
    const source = /^[a-z]+:/.test(given) ? given : callerPath(given)
    const isJson = json ?? false
    const isDone =
      member === undefined
        ? await checkAddresses({ source, site: site ?? null, isJson })
        : await importSource({
            member,
            source,
            from: from ?? null,
            isDryRun: dryRun ?? false,
            isJson,
            reportFile: report === undefined ? null : callerPath(report),
          })
    if (!isDone) process.exitCode = 1
  })
