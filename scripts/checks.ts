import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { root } from './built.ts'
import { type Count, runOpenly, runQuietly, type Step } from './steps.ts'

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
const UnitReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const unitReport = path.join(root, 'test-results/unit.json')
const unitTests: Step = {
  title: 'unit and server tests',
  script: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  env: { NODE_ENV: 'test' },
}

/** Types, lint, format, unused code, then every test that needs no browser. Each counts as at least one. */
export async function runChecks(): Promise<Count> {
  const passed = await Promise.all(statics.map((step) => runQuietly(step)))
  const failed = passed.filter((one) => !one).length
  return sum({ passed: passed.length - failed, failed }, await runUnitTests())
}

async function runUnitTests(): Promise<Count> {
  fs.rmSync(unitReport, { force: true })
  const code = await runOpenly(unitTests)
  const report = readReport(unitReport, UnitReport)
  return honest({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, code)
}

/** What the report of a run says; null when the run did not get as far as writing one. */
export function readReport<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.infer<Schema> | null {
  return fs.existsSync(file) ? schema.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : null
}

/** A run that failed without a failed test, at an import for example, still failed. */
export const honest = ({ passed, failed }: Count, exitCode: number): Count => ({
  passed,
  failed: exitCode === 0 ? failed : Math.max(failed, 1),
})

export const sum = (a: Count, b: Count): Count => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })
