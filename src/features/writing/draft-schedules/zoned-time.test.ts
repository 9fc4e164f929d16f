import assert from 'node:assert/strict'
import { test } from 'vitest'
import { instantOf, localTimeOf } from './zoned-time.hooks.ts'

const at = (local: string, zone: string) => instantOf(local, zone)?.toISOString()

test('converts a local time to UTC and back, in summer and winter', () => {
  for (const [local, zone, iso] of [
    ['2026-12-01T09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2026-07-01T09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
    ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00', 'Asia/Kathmandu', '2026-12-01T03:15:00.000Z'],
    ['2026-12-01T00:30', 'America/Los_Angeles', '2026-12-01T08:30:00.000Z'],
    ['2026-12-31T23:59', 'Pacific/Kiritimati', '2026-12-31T09:59:00.000Z'],
    ['2026-12-01T09:00', 'Pacific/Pago_Pago', '2026-12-01T20:00:00.000Z'],
  ] as const) {
    assert.equal(at(local, zone), iso, `${local} ${zone}`)
    assert.equal(localTimeOf(new Date(iso), zone), local)
  }
})

test('moves times skipped by a clock change forward, and uses the first occurrence of a repeated time', () => {
  assert.equal(at('2027-03-28T02:30', 'Europe/Berlin'), '2027-03-28T01:30:00.000Z')
  assert.equal(at('2027-10-31T02:30', 'Europe/Berlin'), '2027-10-31T00:30:00.000Z')
  assert.equal(at('2027-03-14T02:30', 'America/New_York'), '2027-03-14T07:30:00.000Z')
  assert.equal(at('2027-11-07T01:30', 'America/New_York'), '2027-11-07T05:30:00.000Z')
  for (const [before, after] of [
    ['2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31T01:59', '2027-10-30T23:59:00.000Z'],
    ['2027-10-31T03:00', '2027-10-31T02:00:00.000Z'],
  ] as const)
    assert.equal(at(before, 'Europe/Berlin'), after)
})

test('returns null for an incomplete time', () => {
  for (const text of ['', '2026-12-01', 'soon', '2026-13-01T09:00']) assert.equal(at(text, 'UTC'), undefined)
})
