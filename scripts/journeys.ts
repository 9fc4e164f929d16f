import { isBuilt } from './built.ts'
import { findChromium } from './chromium.ts'
import { runOpenly, runQuietly, stopStepsOnSignals } from './steps.ts'

// `npm run journeys`: the browser tests alone. Arguments go to Playwright: `npm run journeys -- chat --headed`.

stopStepsOnSignals()
process.exitCode = (await build()) ? await runJourneys() : 1

async function build(): Promise<boolean> {
  if (isBuilt()) return true
  const { faults } = await runQuietly({
    title: 'build',
    script: 'scripts/build.ts',
    args: [],
    env: { NODE_ENV: 'production' },
  })
  return faults.length === 0
}

function runJourneys(): Promise<number> {
  return runOpenly({
    title: 'browser tests',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', ...process.argv.slice(2)],
    env: { CHROMIUM: findChromium() },
  })
}
