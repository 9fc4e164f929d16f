import { runChecks } from './checks.ts'
import { stopStepsOnSignals } from './steps.ts'

// `npm run check`: what `npm test` runs first.

stopStepsOnSignals()
const { passed, failed } = await runChecks()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
