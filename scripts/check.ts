import { runChecks } from './checks.ts'
import { conclude, stopStepsOnSignals } from './steps.ts'

// `npm run check`: what `npm test` runs first.

stopStepsOnSignals()
conclude(await runChecks())
