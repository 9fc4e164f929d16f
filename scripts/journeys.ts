import { build, runBrowserTests } from './browser-tests.ts'
import { isBuilt } from './built.ts'
import { runQuietly, stopStepsOnSignals } from './steps.ts'

// `npm run journeys`: runs only the browser tests. Arguments are passed to Playwright: `npm run journeys -- chat
// --headed`.

stopStepsOnSignals()
const isReady = isBuilt() || (await runQuietly(build)).faults.length === 0
process.exitCode = isReady ? await runBrowserTests(process.argv.slice(2)) : 1
