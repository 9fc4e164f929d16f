import path from 'node:path'
import * as z from 'zod/mini'
import { root } from './built.ts'
import { honest, readReport, runChecks, sum } from './checks.ts'
import { findChromium } from './chromium.ts'
import { type Count, runOpenly, runQuietly, stopStepsOnSignals } from './steps.ts'

// `npm test`: everything. Its last line is `N passed, N failed`.

const Stats = z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() })
const JourneysReport = z.object({ stats: Stats })

stopStepsOnSignals()
const { passed, failed } = await runEverything()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runEverything(): Promise<Count> {
  const checks = await runChecks()
  const build = { title: 'build', script: 'scripts/build.ts', args: [], env: { NODE_ENV: 'production' } }
  if (!(await runQuietly(build))) return sum(checks, { passed: 0, failed: 1 })
  return sum(sum(checks, { passed: 1, failed: 0 }), await runJourneys())
}

async function runJourneys(): Promise<Count> {
  const reportFile = path.join(root, 'test-results/journeys.json')
  const code = await runOpenly({
    title: 'browser tests',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test'],
    env: { CHROMIUM: findChromium(), JOURNEYS_REPORT: reportFile },
  })
  const report = readReport(reportFile, JourneysReport)
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  return honest({ passed: expected, failed: unexpected + flaky }, code)
}
