import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { readCsv, decodeText } from '#kernel/csv-rows.ts'
import { amountIn, dayOf } from './sponsor-exports.ts'
import { importSponsors, SponsorImportReport, tooManyLines } from './sponsor-imports.contract.ts'
import { sponsorImportRoutes } from './sponsor-imports.routes.ts'
import { listOwnSponsors, OwnSponsorList, privateSponsor, updateSponsor } from './sponsors.contract.ts'
import { sponsorRoutes } from './sponsors.routes.ts'

const folder = path.join(import.meta.dirname, '../../../../tests/fixtures/sponsors')
const fixture = (name: string) => readFile(path.join(folder, name))
const now = Date.parse('2026-11-22T05:00:00Z')

async function importing() {
  const t = await cast([...sponsorImportRoutes, ...sponsorRoutes], { clock: { now: () => now } })
  const send = (ask: typeof t.alice, file: string | Uint8Array) => {
    const form = new FormData()
    form.append('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], 'sponsors.csv'))
    return ask<{ message: string }>('POST', importSponsors.path, form)
  }
  const take = async (file: string | Uint8Array) => {
    const { status, body } = await send(t.alice, file)
    assert.equal(status, 200, JSON.stringify(body))
    return SponsorImportReport.parse(body)
  }
  const list = async () => {
    const { body } = await t.alice('GET', `${listOwnSponsors.path}?limit=100`)
    return OwnSponsorList.parse(body).sponsors.toReversed()
  }
  const shown = async () => (await list()).map(({ displayName, amount, since }) => [displayName, amount, since])
  const names = async () => new Set((await list()).map(({ displayName }) => displayName))
  return { ...t, send, take, list, shown, names }
}

test('imports each Patreon member once, even if the file is uploaded again, and reports skipped lines', async () => {
  const t = await importing()
  const file = await fixture('patreon.csv')
  const skipped = [{ line: 8, reason: 'not a paying member' }]
  const report = { platform: 'Patreon', changed: 0, ended: 0, withoutAmount: 1, skippedCount: 1, skipped }
  assert.deepEqual(await t.take(file), { ...report, added: 3, unchanged: 0 })
  assert.deepEqual(await t.take(file), { ...report, added: 0, unchanged: 3 })
  assert.deepEqual(
    new Set((await t.shown()).map(String)),
    new Set(['Ines Ferreira,1000,2023-11', 'Jürgen Groß,,2025-06', 'Okafor, Chidi,1000,2021-01']),
  )
  const changed = file
    .toString()
    .replace('10.00,monthly', '12.50,monthly')
    .replace('Active patron,No,No,No,"1,2', 'Former patron,No,No,No,"1,2')
  t.announced()
  assert.deepEqual(await t.take(changed), { ...report, added: 0, changed: 1, unchanged: 1, ended: 1 })
  assert.deepEqual(t.announced(), ['members', 'removals'])
  assert.deepEqual(await t.names(), new Set(['Ines Ferreira', 'Jürgen Groß']))
  assert.doesNotMatch(JSON.stringify(await many(t.db)`select * from sponsors`), /mail\.example|Hill Road/)
})

test('imports Open Collective backers, omitting the names of anonymous ones', async () => {
  const t = await importing()
  const report = await t.take(await fixture('open-collective.csv'))
  assert.deepEqual(
    [report.platform, report.added, report.skipped],
    ['Open Collective', 2, [{ line: 3, reason: 'not a backer' }]],
  )
  const [hidden, northwind] = await t.list()
  assert.deepEqual(
    [northwind!.displayName, northwind!.username, northwind!.profileUrl, northwind!.amount, northwind!.since],
    ['Northwind Tools', 'northwind', 'https://opencollective.com/northwind', null, '2017-11'],
  )
  assert.deepEqual([hidden!.displayName, hidden!.profileUrl, hidden!.isPrivate], [privateSponsor, null, true])
  assert.doesNotMatch(JSON.stringify(await many(t.db)`select * from sponsors`), /incognito/i)
})

test('imports one sponsor per Ko-fi payer with the latest amount and first month; skips one-time payments', async () => {
  const t = await importing()
  const report = await t.take(await fixture('ko-fi.csv'))
  assert.deepEqual([report.platform, report.added, report.ended], ['Ko-fi', 2, 0])
  assert.deepEqual(report.skipped, [{ line: 4, reason: 'not a monthly payment' }])
  assert.deepEqual(await t.shown(), [
    [privateSponsor, 800, '2026-11'],
    ['Priya N', 500, '2026-10'],
  ])
})

test('keeps sponsors private if they were made private on this site', async () => {
  const t = await importing()
  await t.take('Name,Amount\nSam Smith,$5\n')
  const { id } = (await t.list())[0]!
  await t.alice('PUT', updateSponsor.href({ id }), { isPrivate: true, amount: 500 })
  assert.equal((await t.take('Name,Amount\nSam Smith,$6\n')).changed, 1)
  assert.deepEqual(await t.shown(), [[privateSponsor, 600, null]])
  assert.equal((await t.list())[0]!.isPrivate, true)
  assert.doesNotMatch(JSON.stringify(await many(t.db)`select * from sponsors`), /Smith/)
})

test('accepts any encoding, delimiter, and line ending', async () => {
  const t = await importing()
  const table = (sign: string, end: string) =>
    ['Name', 'Amount', 'Since'].join(sign) + end + ['Zoë', '7', '2024-05-01'].join(sign) + end
  const utf16 = (text: string, isBig = false) => {
    const bytes = Buffer.from(text, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  const files = [
    table(',', '\n'),
    `\ufeff${table(';', '\r\n')}`,
    `sep=;\n${table(';', '\n')}`,
    table('\t', '\r'),
    Buffer.from(table(',', '\n'), 'latin1'),
    utf16(`\ufeff${table(',', '\r\n')}`),
    utf16(`\ufeff${table('\t', '\n')}`, true),
    utf16(table(',', '\n')),
    utf16(table(',', '\n'), true),
  ]
  for (const [index, file] of files.entries()) {
    const { added, unchanged, skipped } = await t.take(file)
    assert.deepEqual([added, unchanged, skipped], [index === 0 ? 1 : 0, index === 0 ? 0 : 1, []], String(index))
  }
  assert.deepEqual(await t.shown(), [['Zoë', 700, '2024-05']])
})

test('limits the effect of invalid quotation marks to their own line', async () => {
  const t = await importing()
  const file = [
    'Name,Amount',
    'Ann,5',
    '"Bob,5',
    'Cleo "C",5',
    '"Dee",5',
    '"Eve "E" E",5',
    '"Flo, Jr.",5',
    '',
    'Gus,5',
    '"Hal',
  ]
  const report = await t.take(file.join('\n'))
  assert.deepEqual(await t.names(), new Set(['Ann', 'Dee', 'Flo, Jr.', 'Gus']))
  assert.deepEqual(
    report.skipped.map(({ line }) => line),
    [3, 4, 6, 10],
  )
  assert.equal(report.skipped[0]!.reason, 'invalid quotation marks')
})

test('treats formulas, markup, and invisible characters as part of the name', async () => {
  const t = await importing()
  const names = [
    '=HYPERLINK(""https://evil.example"";""x"")',
    '+1+1',
    '@SUM(A1)',
    '<img src=x onerror=alert(1)>',
    'a\u202eb\u0000c',
  ]
  const report = await t.take(['Name,Profile', ...names.map((name) => `"${name}",javascript:alert(1)`)].join('\n'))
  assert.equal(report.added, 5)
  const sponsors = await t.list()
  assert.deepEqual(
    new Set(sponsors.map(({ displayName }) => displayName)),
    new Set(['=HYPERLINK("https://evil.example";"x")', '+1+1', '@SUM(A1)', '<img src=x onerror=alert(1)>', 'abc']),
  )
  assert.ok(sponsors.every(({ profileUrl }) => profileUrl === null))
})

test('quickly rejects files that are too long, in an unsupported format, or entirely invalid', async () => {
  const t = await importing()
  const said = async (file: string | Uint8Array) => {
    const { status, body } = await t.send(t.alice, file)
    return [status, body.message]
  }
  for (const end of ['\n', '\r', '\r\n'])
    assert.deepEqual(await said(`Name${end}${`a${end}`.repeat(1_000_000)}`), [400, tooManyLines()])
  assert.equal((await said(new Uint8Array(6 * 1024 * 1024)))[0], 413)
  for (const file of ['Color,Shape\nred,round\n', '\n\n', '"', '{"name":1}', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])])
    assert.match((await said(file)).join(' '), /^400 This is not an export/)
  const startedMs = cpuMs()
  const report = await t.take(`Name\n${'"x\n'.repeat(20_000)}`)
  assert.ok(cpuMs() - startedMs < 5000)
  assert.deepEqual([report.added, report.skippedCount], [0, 101])
  assert.match(report.skipped.at(-1)!.reason, /the rest was skipped/)
  assert.equal((await t.stranger('POST', importSponsors.path, new FormData())).status, 401)
  assert.equal((await t.alice('POST', importSponsors.path, new FormData())).status, 400)
  assert.equal((await t.alice('POST', importSponsors.path, { file: 'x' })).status, 415)
  assert.deepEqual(t.logged, [])
})

test('imports 20,000 lines, even concurrently', async () => {
  const t = await importing()
  const file = `Name,Amount\n${Array.from({ length: 20_000 }, (_, n) => `Sponsor ${n},5`).join('\n')}`
  const [first, second] = await Promise.all([t.take(file), t.take(file)])
  assert.deepEqual([first.added + second.added, first.unchanged + second.unchanged], [20_000, 20_000])
  const { status, body } = await t.send(t.alice, 'Name\nOne more\n')
  assert.deepEqual([status, body.message], [409, 'You can have at most 20000 sponsors. Nothing was imported.'])
})

test('parses amounts and dates in exports, without converting other currencies', () => {
  assert.deepEqual(
    ['5', '$5.00', 'US$ 5.5', '1,000.00', '5,00', '1,000', '€5', '5.001', '-5', '1e3', ''].map((text) =>
      amountIn(text, 'USD'),
    ),
    [500, 500, 550, 100_000, 500, 100_000, null, null, null, null, null],
  )
  assert.equal(amountIn('5', 'EUR'), null)
  assert.deepEqual(
    ['2023-06-14 10:00', '6/14/2023', '14/6/2023 09:00', '2023-02-31', '0001-01-01', 'June', ''].map((text) =>
      dayOf(text),
    ),
    ['2023-06-14', '2023-06-14', '2023-06-14', null, null, null, null],
  )
})

test('reports the first line number of each row', async () => {
  const { rows, faults } = await readCsv(decodeText(Buffer.from('a,b\n\n"1\n2",x\n3,y\n')))
  assert.deepEqual(
    rows.map(({ line, fields }) => [line, fields]),
    [
      [1, ['a', 'b']],
      [3, ['1\n2', 'x']],
      [5, ['3', 'y']],
    ],
  )
  assert.deepEqual(faults, [])
})
