import assert from 'node:assert/strict'
import { pino } from 'pino'
import { test } from 'vitest'
import { createClockCheck } from './clock-watch.ts'

interface Line {
  seconds: number
  msg: string
}

const dayMs = 86_400_000

test('warns once when the clock is set, but not about small corrections', () => {
  const lines: Line[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  const clocks = { time: dayMs * 1000, steady: 5000 }
  const check = createClockCheck(log, { timeOfDay: () => clocks.time, steady: () => clocks.steady })
  const pass = (ms: number, correctionMs = 0) => {
    clocks.steady += ms
    clocks.time += ms + correctionMs
    check()
  }
  pass(10_000)
  pass(10_000, 900)
  assert.equal(lines.length, 0)
  pass(10_000, dayMs)
  pass(10_000)
  pass(10_000, -dayMs)
  assert.deepEqual(
    lines.map(({ seconds, msg }) => [seconds, msg.split(':')[0]]),
    [
      [86_400, 'the system clock was set forward'],
      [86_400, 'the system clock was set back'],
    ],
  )
})
