import type { Finding } from '#app/doctor/finding.ts'
import { command } from '../cli/command.ts'
import { httpUrl } from '../cli/http-url.ts'
import { printResult } from '../cli/output.ts'

const signs = { ok: 'ok      ', warning: 'warning ', error: 'error   ' }

export const doctor = command('doctor', {
  summary: 'Check the installation and the running site',
  description:
    'Checks the installation (settings, disk, files, clocks, database, migrations, jobs, backups, ports, and mail) and the site as visitors reach it (address, DNS, TLS, proxies, feeds, link previews, and webmentions). Every warning and error says how to fix it. Exits with 1 if there is an error.',
  examples: [
    'doctor',
    'doctor --test-email you@example.org',
    'doctor http://127.0.0.1:3000 --json',
    'doctor https://example.org --remote',
  ],
})
  .argument('[url]', 'Where to reach the site (default: SITE_URL)', httpUrl)
  .option('--remote', 'Run only the checks that work over the network, for example from another machine')
  .option('--test-email <address>', 'Also send an email to this address')
  .option('--json', 'Print the findings as JSON')
  .action(async (url, { remote: isRemote = false, testEmail, json }, self) => {
    if (isRemote && url === undefined) self.error('Pass the URL of the site with --remote.')
    if (isRemote && testEmail !== undefined)
      self.error('--test-email needs the site’s settings, so it cannot be used with --remote.')
    const { examine } = await import('#app/doctor/doctor.ts')
    const { createLog } = await import('#kernel/log.ts')
    const log = createLog({ level: 'silent', format: 'json' })
    const findings = await examine({ url: url ?? null, isRemote, testEmail: testEmail ?? null, log })
    printResult(json, findings, textOf(findings))
    if (findings.some(({ status }) => status === 'error')) process.exitCode = 1
  })

function textOf(findings: Finding[]): string {
  const lines = findings.map(({ check, status, message, fix }) => {
    const line = `${signs[status]}${check.padEnd(14)}${message}`
    return fix === undefined ? line : `${line}\n${' '.repeat(22)}→ ${fix}`
  })
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const counted = (status: 'warning' | 'error') => `${count(status)} ${status}${count(status) === 1 ? '' : 's'}`
  return [...lines, '', `${count('ok')} ok, ${counted('warning')}, ${counted('error')}`].join('\n')
}
