import fs from 'node:fs'
import path from 'node:path'
import { root } from './built.ts'
import { runStatics, runUnitTests } from './checks.ts'
import { findChromium } from './chromium.ts'
import { journeysCount } from './reports.ts'
import { conclude, type Count, runOpenly, runQuietly, stopStepsOnSignals, sum } from './steps.ts'

// `npm test`: everything. Its last line is `N passed, N failed`.

stopStepsOnSignals()
conclude(await runEverything())

async function runEverything(): Promise<Count> {
  const build = { title: 'build', script: 'scripts/build.ts', args: [], env: { NODE_ENV: 'production' } }
  const built = sum(await runStatics(), await runQuietly(build))
  const tested = sum(built, await runUnitTests())
  return built.faults.includes(build.title) ? tested : sum(tested, await runJourneys())
}

async function runJourneys(): Promise<Count> {
  const report = path.join(root, 'test-results/journeys.json')
  fs.rmSync(report, { force: true })
  const code = await runOpenly({
    title: 'browser tests',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test'],
    env: { CHROMIUM: findChromium(), JOURNEYS_REPORT: report },
  })
  return journeysCount(report, code)
}
