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

/** Checks types, lint rules, formatting, and unused code. Each check counts as one test. */
export async function runStatics(): Promise<Count> {
  return (await Promise.all(statics.map((step) => runQuietly(step)))).reduce(sum)
}

/** Runs the tests that need no browser, in all projects of vitest.config.ts or only in the given ones. */
export async function runUnitTests(projects: string[] = []): Promise<Count> {
  fs.rmSync(unitReport, { force: true })
  const code = await runOpenly({
    title: 'unit and server tests',
    script: 'node_modules/vitest/vitest.mjs',
    args: [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    env: { NODE_ENV: 'test' },
  })
  return unitCount(unitReport, code)
}
