import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'
import { root } from './built.ts'
import type { Count } from './steps.ts'

const Assertion = z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) })
type Assertion = z.infer<typeof Assertion>

const UnitReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      /** The error that prevented the file from running. */
      message: z.string(),
      assertionResults: z.array(Assertion),
    }),
  ),
})

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ error: z.optional(z.object({ message: z.optional(z.string()) })) })),
    }),
  ),
})
const JourneySuite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.optional(z.array(JourneySuite))
  },
})
type JourneySuite = z.infer<typeof JourneySuite>
const JourneysReport = z.object({ stats: z.object({ expected: z.number() }), suites: z.array(JourneySuite) })

/** Reads the unit test report. A run without a report, or one that failed without a failed test, counts as a
 *  failure. */
export function unitCount(file: string, exitCode: number): Count {
  const report = readReport(file, UnitReport)
  const files = (report?.testResults ?? []).map(({ name, message, assertionResults }) => {
    const file = path.relative(root, name)
    const faultsOf = (results: typeof assertionResults) =>
      results.map(({ fullName, failureMessages: [message] }) => fault(`${file} › ${fullName}`, message))
    const failed = faultsOf(assertionResults.filter(({ status }) => status === 'failed'))
    return {
      failed: failed.length || !message ? failed : [fault(file, message)],
      flaky: faultsOf(assertionResults.filter(isFlaky)),
    }
  })
  const count = {
    passed: report?.numPassedTests ?? 0,
    faults: files.flatMap(({ failed }) => failed),
    flaky: files.flatMap(({ flaky }) => flaky),
  }
  return withExitCode('unit and server tests', count, exitCode)
}

/** The errors of a test that passed are from its earlier runs. */
const isFlaky = ({ status, failureMessages }: Assertion) => status === 'passed' && failureMessages.length > 0

/** Reads the browser test report in the same way. */
export function journeysCount(file: string, exitCode: number): Count {
  const report = readReport(file, JourneysReport)
  const withStatus = (wanted: string) =>
    specsOf(report?.suites ?? []).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === wanted)
        .map((test) =>
          fault(
            `[${test.projectName}] ${spec.file}:${spec.line} › ${spec.title}`,
            test.results.find(({ error }) => error)?.error?.message,
          ),
        ),
    )
  const [faults, flaky] = [withStatus('unexpected'), withStatus('flaky')]
  const passed = (report?.stats.expected ?? 0) + flaky.length
  return withExitCode('browser tests', { passed, faults, flaky }, exitCode)
}

const specsOf = (suites: JourneySuite[]): z.infer<typeof Spec>[] =>
  suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])])

/** Returns the name of the test and the first lines of its error. */
const fault = (name: string, message = '') => [name, ...linesOf(message)].join('\n    ')

const linesOf = (message: string) =>
  stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 30)

const withExitCode = (title: string, { faults, ...count }: Count, exitCode: number): Count => ({
  ...count,
  faults: exitCode === 0 || faults.length ? faults : [`${title} exited with code ${exitCode}`],
})

function readReport<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.infer<Schema> | null {
  return fs.existsSync(file) ? schema.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : null
}
