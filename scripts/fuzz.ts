import { parseArgs } from 'node:util'
import { runFuzzer } from '#tests/fuzz/run-fuzzer.ts'

// `npm run fuzz -- --minutes 10 --seed 1`: sends random requests to a real server with a real database.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    at: { type: 'string' },
  },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
const at = values.at === undefined ? null : Number(values.at)
if (!(minutes > 0) || !Number.isSafeInteger(seed) || (at !== null && !Number.isSafeInteger(at))) {
  console.error('Usage: npm run fuzz -- [--minutes 1] [--seed N] [--at N]')
  process.exit(1)
}
process.exitCode = (await runFuzzer({ minutes, seed, at })) ? 0 : 1
