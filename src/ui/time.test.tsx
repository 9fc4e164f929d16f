import assert from 'node:assert/strict'
import { renderToString } from 'react-dom/server'
import { afterEach, test, vi } from 'vitest'
import { formatTime } from '#schemas/time-zones.contract.ts'
import { mount } from '#tests/support/mount.tsx'
import { elapsedTexts } from './time-text.ts'
import { SiteDateFormat, Time, timeAgo } from './time.tsx'

afterEach(() => void vi.useRealTimers())

test('renders the same date on the server for everyone, even near midnight', () => {
  assert.match(renderToString(<Time iso="2026-01-04T23:59:59.999Z" />), />Jan 4, 2026</)
  assert.match(renderToString(<Time iso="2026-01-04T00:00:00.000Z" as="long" />), />January 4, 2026</)
  assert.match(renderToString(<Time iso="2026-01-04T00:00:00.000Z" as="exact" />), />Jan 4, 2026</)
  assert.match(renderToString(<Time iso={null} />), />Recently</)
})

test('renders dates in the site’s time zone on the server', () => {
  const time = (
    <SiteDateFormat value={(at, dateStyle) => formatTime(at, { dateStyle }, 'Asia/Tokyo')}>
      <Time iso="2026-01-04T23:30:00.000Z" as="long" />
    </SiteDateFormat>
  )
  assert.match(renderToString(time), />January 5, 2026</)
})

test('shows the elapsed time in the browser', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-04T15:00:00.000Z') })
  const { page } = await mount(<Time iso="2026-01-04T12:00:00.000Z" className="dt-published" />)
  assert.equal(page.querySelector('time.dt-published')?.textContent, '3 hours ago')
})

test('has the texts of Intl.RelativeTimeFormat in each language, with their plural forms', () => {
  for (const locale of ['en', 'de', 'es', 'ja', 'pl']) {
    const format = new Intl.RelativeTimeFormat(locale)
    const plural = new Intl.PluralRules(locale)
    for (const [unit, forms] of Object.entries(elapsedTexts(locale)))
      for (const count of [1, 2, 3, 5, 11, 21, 22, 59]) {
        const text = forms[plural.select(count)]!.replace('#', String(count))
        assert.equal(text, format.format(-count, unit as Intl.RelativeTimeFormatUnit))
      }
  }
})

test('rounds down in each unit, and shows seconds for times in the future', () => {
  const now = Date.parse('2026-01-31T12:00:00.000Z')
  const ago = (ms: number) => timeAgo(new Date(now - ms).toISOString(), now)
  assert.equal(ago(59_999), 'seconds ago')
  assert.equal(ago(-5000), 'seconds ago')
  assert.equal(ago(60_000), '1 minute ago')
  assert.equal(ago(7_199_999), '1 hour ago')
  assert.equal(ago(86_400_000 * 13), '1 week ago')
  assert.equal(ago(86_400_000 * 800), '2 years ago')
})
