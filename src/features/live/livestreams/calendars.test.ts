import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { cast } from '#tests/support/cast.ts'
import { streamingProvider } from '#tests/support/streaming-provider.ts'
import { calendar } from './calendar.ts'
import { calendarRoutes } from './calendars.routes.ts'
import { createLivestream, getLivestreamCalendar, getUpcomingCalendar, OwnLivestream } from './livestreams.contract.ts'
import { livestreamRoutes } from './livestreams.routes.ts'

/** Parses a calendar as RFC 5545 requires: checks that lines have at most 75 bytes, unfolds them, and unescapes
 *  values. */
function read(text: string): string[] {
  assert.ok(text.endsWith('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text), 'lines end with CRLF')
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(!text.includes('\ufffd'))
  return text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
}
const textOf = (lines: string[], name: string) =>
  lines
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .replace(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

test('escapes titles in calendars and folds lines at character boundaries', () => {
  const title = `END:VEVENT\r\nBEGIN:VALARM\u0000\u0007; a\\b, ${'größer 👩‍💻 '.repeat(20)}`
  const event = { uid: 'livestream-1@devstead.test', startsAt: new Date('2026-12-24T18:00:00.500Z') }
  const lines = read(
    calendar(title, [
      { ...event, changedAt: new Date(0), title, description: '', url: 'http://devstead.test/livestream/1' },
    ]),
  )
  assert.deepEqual(
    lines.filter((line) => /^(?:BEGIN|END):/.test(line)),
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'],
  )
  for (const name of ['SUMMARY', 'X-WR-CALNAME'])
    assert.equal(textOf(lines, name), title.replace('\r\n', '\n').replace('\u0000\u0007', ''))
  assert.deepEqual([textOf(lines, 'DTSTART'), textOf(lines, 'DTSTAMP')], ['20261224T180000Z', '19700101T000000Z'])
})

test('lists upcoming public livestreams in one calendar, and each livestream in its own', async () => {
  const { provider: streaming } = streamingProvider()
  const site = {
    name: 'Devstead',
    ownerUsername: null,
    canSendEmail: true,
  } as Context['site']
  const t = await cast([...calendarRoutes, ...livestreamRoutes], { streaming, site })
  const make = async (fields: object) =>
    OwnLivestream.parse((await t.alice('POST', createLivestream.path, { title: 'Pairing', ...fields })).body).id
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const open = await make({ scheduledAt, description: 'One\nTwo' })
  const hidden = await make({ scheduledAt, isPublic: false })
  const unscheduled = await make({})
  const past = await make({ scheduledAt })
  await run(t.db)`update all_livestreams set scheduled_at = now() - interval '1 day' where id = ${past}`

  const { status, headers, body } = await t.stranger<string>('GET', getUpcomingCalendar.path)
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/calendar; charset=utf-8'])
  const lines = read(body)
  assert.deepEqual(
    lines.filter((line) => line.startsWith('URL:')),
    [`URL:http://devstead.test/livestream/${open}`],
  )
  assert.equal(textOf(lines, 'DESCRIPTION'), 'One\nTwo')
  const single = await t.stranger<string>('GET', getLivestreamCalendar.href({ id: open }))
  assert.equal(textOf(read(single.body), 'UID'), `livestream-${open}@devstead.test`)
  for (const id of [hidden, unscheduled, 999_999])
    assert.equal((await t.alice('GET', getLivestreamCalendar.href({ id }))).status, 404)
  assert.equal((await t.stranger('GET', '/livestream/abc.ics')).status, 404)
})
