import fs from 'node:fs'
import path from 'node:path'
import { root } from './built.ts'
import { unitCount } from './reports.ts'
import { type Count, runOpenly, runQuietly, type Step, sum } from './steps.ts'

const statics: Step[] = [
  { title: 'types', script: 'node_modules/typescript/bin/tsc', args: ['--noEmit'] },
  { title: 'lint', script: 'node_modules/oxlint/bin/oxlint', args: ['--deny-warnings'] },
  { title: 'format', script: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'] },
  {
    title: 'unused code',
    script: 'node_modules/knip/bin/knip.js',
    args: ['--no-progress', '--treat-config-hints-as-errors'],
  },
]
const unitReport = path.join(root, 'test-results/unit.json')
const unitTests: Step = {
  title: 'unit and server tests',
  script: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  env: { NODE_ENV: 'test' },
}

/** Types, lint, format, unused code, then every test that needs no browser. Each counts as at least one. */
export async function runChecks(): Promise<Count> {
  const counts = await Promise.all(statics.map((step) => runQuietly(step)))
  return sum(counts.reduce(sum), await runUnitTests())
}

async function runUnitTests(): Promise<Count> {
  fs.rmSync(unitReport, { force: true })
  return unitCount(unitReport, await runOpenly(unitTests))
}
