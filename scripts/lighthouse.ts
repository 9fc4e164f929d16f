import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { median } from '../bench/row.ts'
import { build } from './browser-tests.ts'
import { isBuilt, root } from './built.ts'
import { chromiumArgs, findChromium } from './chromium.ts'
import { startDemoSite } from './demo-site.ts'
import { mainScreens } from './screens/screens.ts'
import { runQuietly } from './steps.ts'

// `npm run lighthouse [-- NAME]`: rates the main screens of the demo site, or those whose names contain NAME, with
// Lighthouse's mobile profile. See bench/README.md.

const version = '13.5.0'
const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const runs = Number(values.runs)
const maxAttempts = 3

/** The parts of a report that are used here. Source: Lighthouse's `types/lhr` */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const timings = { 'first-contentful-paint': 'FCP', 'largest-contentful-paint': 'LCP', 'total-blocking-time': 'TBT' }

async function run(): Promise<number> {
  const program = installed()
  const site = await startDemoSite()
  try {
    const isChosen = ({ name }: { name: string }) => positionals.every((part) => name.includes(part))
    console.log(
      ['page'.padEnd(12), ...categories, ...Object.values(timings).map((name) => `${name} ms`), 'CLS'].join('  '),
    )
    for (const { name, path: address } of mainScreens.filter(isChosen))
      show(
        name,
        Array.from({ length: runs }, () => reportOn(program, site.url + address)),
      )
    return 0
  } finally {
    await site.stop()
  }
}

/** Prints the medians, and the audits that lowered the scores. */
function show(page: string, reports: Report[]): void {
  const middle = (read: (report: Report) => number) => median(reports.map(read))
  const cells = [
    page.padEnd(12),
    ...categories.map((name) =>
      String(Math.round(middle((report) => (report.categories[name]?.score ?? 0) * 100))).padStart(name.length),
    ),
    ...Object.entries(timings).map(([audit, name]) =>
      String(Math.round(middle((report) => report.audits[audit]?.numericValue ?? 0))).padStart(name.length + 3),
    ),
    middle((report) => report.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(2),
  ]
  console.log(cells.join('  '))
  for (const fault of new Set(reports.flatMap(faultsIn))) console.log(`  ${fault}`)
}

/** Returns the titles of failed audits outside the performance category. */
const faultsIn = ({ categories: found, audits }: Report): string[] =>
  Object.entries(found)
    .filter(([name]) => name !== 'performance')
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]!.title}`)

/** Runs Lighthouse. It asks to be run again when it could not record a page load. */
function reportOn(program: string, url: string): Report {
  const flags = ['--headless', ...chromiumArgs].join(' ')
  const options = ['--quiet', '--output=json', `--only-categories=${categories.join(',')}`, `--chrome-flags=${flags}`]
  const env = { ...process.env, CHROME_PATH: findChromium({ hasWindow: true }) }
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { status, stdout } = spawnSync(process.execPath, [program, url, ...options], {
      encoding: 'utf8',
      env,
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status !== 0) continue
    const report: Report = JSON.parse(stdout)
    return report
  }
  throw new Error(`Lighthouse could not record ${url} in ${maxAttempts} attempts.`)
}

/** Installs Lighthouse in a cache folder, unless it is there already. */
function installed(): string {
  const folder = path.join(root, 'node_modules/.cache/lighthouse', version)
  const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')
  if (fs.existsSync(program)) return program
  fs.mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, `lighthouse@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return program
}

process.exitCode = isBuilt() || (await runQuietly(build)).faults.length === 0 ? await run() : 1
