import { runStatics, runUnitTests } from './checks.ts'
import { conclude, stopStepsOnSignals, sum } from './steps.ts'

// `npm run check`: runs the checks that every change must pass.

stopStepsOnSignals()
conclude(sum(await runStatics(), await runUnitTests(['server', 'dom', 'isolated'])))
