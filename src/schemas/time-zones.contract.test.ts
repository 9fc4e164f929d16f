import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formatTime, TimeZone, timeZones } from './time-zones.contract.ts'

const nearMidnight = new Date('2026-01-04T23:30:00.000Z')
const inZone = (timeZone: string) => formatTime(nearMidnight, { dateStyle: 'medium' }, timeZone)

test('formats a time in the given zone, and in UTC if the zone is unknown here', () => {
  assert.deepEqual(['UTC', 'Europe/Berlin', 'America/New_York', 'Moon/Tranquility'].map(inZone), [
    'Jan 4, 2026',
    'Jan 5, 2026',
    'Jan 4, 2026',
    'Jan 4, 2026',
  ])
})

test('accepts only the names of known time zones', () => {
  const isValid = (name: string) => TimeZone.safeParse(name).success
  assert.deepEqual(['UTC', 'Europe/Berlin', 'Moon/Tranquility', ''].map(isValid), [true, true, false, false])
})

test('lists the time zones, including UTC and the selected one', () => {
  const zones = timeZones('Etc/GMT+5')
  for (const zone of ['UTC', 'Europe/Berlin', 'Etc/GMT+5']) assert.ok(zones.includes(zone))
})
