import assert from 'node:assert/strict'
import { assert as always, integer, property, string } from 'fast-check'
import { test } from 'vitest'
import {
  Cents,
  centsOf,
  CentsText,
  dollars,
  dollarsText,
  GoalDollarsText,
  invalidAmount,
  maxCents,
  maxGoalDollars,
  wholeDollarsOf,
} from './money.contract.ts'

const cents = integer({ min: 1, max: maxCents })
const faultOf = (text: string) => CentsText.safeParse(text).error?.issues[0]?.message

test('parses every formatted amount, with or without two decimals', () => {
  always(
    property(cents, (amount) => {
      const digits = String(amount).padStart(3, '0')
      const inFull = `${digits.slice(0, -2)}.${digits.slice(-2)}`
      assert.equal(centsOf(inFull), amount)
      assert.equal(centsOf(dollarsText(amount)), amount)
      assert.equal(centsOf(` ${inFull} `), amount)
      assert.equal(centsOf(dollars(amount).replaceAll(/[$,]/g, '')), amount)
      assert.equal(CentsText.parse(inFull), amount)
    }),
    { numRuns: 2000 },
  )
})

test('parses every amount with two decimal places without rounding errors', () => {
  const wrong: string[] = []
  for (let amount = 0; amount < 120_000; amount++) {
    const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
    if (centsOf(text) !== amount) wrong.push(text)
  }
  assert.deepEqual(wrong, [])
})

test('rejects input that is not an amount, with the specified message', () => {
  const none = ['1e3', '１０', '10.005', '-1', '+1', '0', '0.00', '', ' ', '.', '1,000', '1 000', '$5', '5,00', '0x10']
  const others = [
    'Infinity',
    'NaN',
    '1e400',
    '9'.repeat(13),
    '9'.repeat(400),
    '5.5.5',
    '٥',
    '5\u00005',
    '1_000',
    'null',
  ]
  for (const text of [...none, ...others]) assert.equal(faultOf(text), invalidAmount(), text)
})

test('accepts surrounding spaces, and digits on only one side of the decimal point', () => {
  assert.deepEqual(
    [' 5 ', '5.', '.5', '5.5', '007', '10.00', '\t1\n'].map((text) => CentsText.parse(text)),
    [500, 500, 50, 550, 700, 1000, 100],
  )
})

test('rejects arbitrary text instead of interpreting it', () => {
  always(
    property(string(), (text) => {
      const found = centsOf(text)
      assert.ok(found === null || (Number.isSafeInteger(found) && found >= 0 && /^[\s\d.]+$/.test(text)))
    }),
  )
})

test('rejects amounts over the maximum', () => {
  assert.equal(CentsText.parse('1000000'), maxCents)
  assert.equal(faultOf('1000000.01'), 'Enter an amount of at most $1,000,000.')
  assert.equal(faultOf('999999999999.99'), 'Enter an amount of at most $1,000,000.')
  for (const amount of [0, -1, 10.5, 1e21, NaN, '500', null, undefined, true])
    assert.equal(Cents.safeParse(amount).success, false, String(amount))
})

test('requires goals to be whole dollars', () => {
  assert.deepEqual(
    ['500', '500.00', ' 1 ', '500.50', '0.99', '1e3', ''].map((text) => wholeDollarsOf(text)),
    [500, 500, 1, null, null, null, null],
  )
  assert.equal(GoalDollarsText.parse('10000000'), maxGoalDollars)
  const faults = ['10000001', '10.5', '0'].map((text) => GoalDollarsText.safeParse(text).error?.issues[0]?.message)
  assert.deepEqual(faults, ['Enter an amount of at most $10,000,000.', invalidAmount(), invalidAmount()])
})

test('formats amounts', () => {
  assert.deepEqual(
    [0, 5, 500, 550, 499, 100_000, 1_250_000, 100_000_050].map((amount) => dollars(amount)),
    ['$0', '$0.05', '$5', '$5.50', '$4.99', '$1000', '$12,500', '$1,000,000.50'],
  )
})
