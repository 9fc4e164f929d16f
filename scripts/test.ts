import fs from 'node:fs'
import path from 'node:path'
import { build, runBrowserTests, screens } from './browser-tests.ts'
import { root } from './built.ts'
import { runStatics, runUnitTests } from './checks.ts'
import { journeysCount } from './reports.ts'
import { conclude, type Count, runQuietly, stopStepsOnSignals, sum } from './steps.ts'

// `npm test`: runs all checks and tests. The last line is `N passed, N failed`.

stopStepsOnSignals()
conclude(await runEverything())

async function runEverything(): Promise<Count> {
  // The build uses little more than one core.
  const [statics, built] = await Promise.all([runStatics(), runQuietly(build)])
  const tested = sum(sum(statics, built), await runUnitTests())
  if (built.faults.length > 0) return tested
  return sum(tested, sum(await runQuietly(screens), await runJourneys()))
}

async function runJourneys(): Promise<Count> {
  const report = path.join(root, 'test-results/journeys.json')
  fs.rmSync(report, { force: true })
  const code = await runBrowserTests([], { JOURNEYS_REPORT: report })
  return journeysCount(report, code)
}
