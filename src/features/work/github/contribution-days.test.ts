import assert from 'node:assert/strict'
import { test } from 'vitest'
import { breakdownOf, dayAfterKey, dayText, levelOf, monthsOf, weeksOf } from './contribution-days.contract.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
    count: index,
  }))

test('assigns one of five levels to each day', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 9, 10, 999].map((count) => levelOf(count)),
    [0, 1, 1, 2, 2, 3, 3, 4, 4],
  )
})

test('groups days into weeks starting on Sunday, with null for missing days', () => {
  const weeks = weeksOf(daysFrom('2026-11-18', 10)) // a Wednesday
  assert.deepEqual(
    weeks.map(({ from, days }) => [from, days.map((day) => day?.index ?? '-').join(' ')]),
    [
      ['2026-11-18', '- - - 0 1 2 3'],
      ['2026-11-22', '4 5 6 7 8 9 -'],
    ],
  )
  const year = weeksOf(daysFrom('2028-01-01', 366)) // a Saturday, and a leap year
  assert.deepEqual([year.length, year.flatMap(({ days }) => days).filter(Boolean).length], [54, 366])
})

test('groups weeks by the month in which they begin', () => {
  assert.deepEqual(
    monthsOf(weeksOf(daysFrom('2026-11-18', 20))).map(({ name, weeks }) => [name, weeks]),
    [
      ['Nov', 3],
      ['Dec', 1],
    ],
  )
})

test('lists counts by kind, most frequent first, without the “Event” suffix', () => {
  assert.deepEqual(breakdownOf({ ForkEvent: 1, PushEvent: 12, WatchEvent: 3, CreateEvent: 3 }), [
    ['Push', 12],
    ['Create', 3],
    ['Watch', 3],
    ['Fork', 1],
  ])
})

test('describes a day', () => {
  assert.equal(dayText({ date: '2026-11-22', count: 0 }), 'No contributions on Sunday, November 22, 2026')
  assert.equal(dayText({ date: '2026-11-22', count: 1 }), '1 contribution on Sunday, November 22, 2026')
  assert.equal(dayText({ date: '2026-11-22', count: 1234 }), '1,234 contributions on Sunday, November 22, 2026')
})

test('moves by day or by week with the arrow keys, staying within the grid', () => {
  assert.deepEqual(
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map((key) => dayAfterKey(key, 10, 30)),
    [9, 11, 3, 17, 0, 29, null],
  )
  assert.deepEqual(
    [dayAfterKey('ArrowLeft', 6, 30), dayAfterKey('ArrowRight', 25, 30), dayAfterKey('ArrowDown', 29, 30)],
    [null, null, null],
  )
})
