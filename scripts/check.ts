import { runStatics, runUnitTests } from './checks.ts'
import { conclude, stopStepsOnSignals, sum } from './steps.ts'

// `npm run check`: what every change has to pass.

stopStepsOnSignals()
conclude(sum(await runStatics(), await runUnitTests(['server', 'dom', 'isolated'])))
