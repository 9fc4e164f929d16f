import { centsOf, maxCents } from './money.contract.ts'
import { nameOf, webAddressOf } from './sponsor-input.contract.ts'
import { t } from '#messages/messages.ts'
import type { CsvRow } from '#kernel/csv-rows.ts'

/** A sponsor parsed from one line of an export. `key` identifies the sponsor on the platform. */
export interface ExportedSponsor {
  key: string
  displayName: string
  username: string
  profileUrl: string | null
  picture: string | null
  amount: number | null
  /** `2023-06-14` */
  since: string | null
  /** The date of the last payment, if the line includes it. */
  lastDay: string | null
  isPrivate: boolean
  isActive: boolean
}

type Cell = (...columns: string[]) => string
type ParsedLine = ExportedSponsor | { skipped: string }
interface Export {
  platform: string
  /** Columns that identify the export, in lower case. */
  columns: string[]
  read: (cell: Cell) => ParsedLine
}

/** A CSV file from Patreon, exported under Audience, Members. */
const patreon: Export = {
  platform: 'Patreon',
  columns: ['name', 'patron status', 'pledge amount'],
  read: (cell) => {
    const status = cell('patron status').toLowerCase()
    if (!status.includes('patron')) return { skipped: t('not a paying member') }
    const pledge = amountIn(cell('pledge amount'), cell('currency'))
    const isYearly = /annual|year/i.test(cell('charge frequency'))
    return sponsor(cell, {
      key: cell('user id') || cell('email') || cell('name'),
      amount: pledge !== null && isYearly ? (pledge - (pledge % 12)) / 12 : pledge,
      since: dayOf(cell('patronage since date')),
      isActive: status.startsWith('active'),
    })
  },
}

/** Open Collective, `/members/all.csv`. Source: Open Collective, "Get list of members" */
const openCollective: Export = {
  platform: 'Open Collective',
  columns: ['memberid', 'role', 'profile'],
  read: (cell) => {
    if (cell('role').toUpperCase() !== 'BACKER') return { skipped: t('not a backer') }
    const profile = cell('profile')
    const frequency = cell('frequency').toLowerCase()
    const given = amountIn(cell('amount', 'lasttransactionamount'), cell('currency'))
    return sponsor(cell, {
      key: profile || cell('memberid'),
      username: /\/([\w-]+)\/?$/.exec(profile)?.[1] ?? '',
      profileUrl: webAddressOf(profile),
      picture: webAddressOf(cell('image')),
      // Only newer exports include the frequency.
      amount: frequency.startsWith('month') ? given : null,
      since: dayOf(cell('createdat')),
      isPrivate: /\/(incognito|guest)-/i.test(profile) || /^(incognito|guest)$/i.test(cell('name')),
      isActive: cell('isactive').toLowerCase() !== 'false',
    })
  },
}

/** A file from Ko-fi, exported under Payments: one line per payment. */
const koFi: Export = {
  platform: 'Ko-fi',
  columns: ['from', 'received', 'transactiontype'],
  read: (cell) => {
    if (!/monthly|subscription|membership/i.test(cell('transactiontype')))
      return { skipped: t('not a monthly payment') }
    const name = cell('from')
    const day = dayOf(cell('datetime (utc)', 'datetime', 'date'))
    return sponsor(cell, {
      displayName: name,
      key: cell('buyeremail') || name || cell('transactionid'),
      amount: amountIn(cell('received'), cell('currency')),
      since: day,
      lastDay: day,
      isPrivate: /^(ko-fi supporter|somebody|anonymous|)$/i.test(name),
    })
  },
}

/** Any table that has a name column. */
const plain: Export = {
  platform: 'CSV',
  columns: ['name'],
  read: (cell) =>
    sponsor(cell, {
      key: cell('email') || cell('username') || cell('name'),
      username: cell('username', 'login'),
      profileUrl: webAddressOf(cell('profile', 'url')),
      amount: amountIn(cell('amount'), cell('currency')),
      since: dayOf(cell('since')),
      isPrivate: /^(yes|true|1)$/i.test(cell('private')),
    }),
}

const exports = [patreon, openCollective, koFi, plain]

function sponsor(cell: Cell, facts: Partial<ExportedSponsor> & { key: string }): ParsedLine {
  const displayName = nameOf(facts.displayName ?? cell('name'))
  if (facts.key === '') return { skipped: t('no name') }
  if (displayName === '' && !facts.isPrivate) return { skipped: t('no name') }
  if (facts.amount === 0) return { skipped: t('no amount') }
  return {
    profileUrl: null,
    picture: null,
    amount: null,
    since: null,
    lastDay: null,
    isPrivate: false,
    isActive: true,
    ...facts,
    displayName,
    username: nameOf(facts.username ?? ''),
    key: facts.key.trim().toLowerCase(),
  }
}

/** Returns the platform and line parser for a header; null for an unknown format. */
export function exportOf(heading: string[]): { platform: string; read: (row: CsvRow) => ParsedLine } | null {
  const names = heading.map((name) => name.trim().toLowerCase())
  const found = exports.find(({ columns }) => columns.every((column) => names.includes(column)))
  if (!found) return null
  const read = ({ fields }: CsvRow) =>
    found.read((...columns) => {
      const column = columns.find((one) => names.includes(one))
      return column === undefined ? '' : (fields[names.indexOf(column)] ?? '').trim()
    })
  return { platform: found.platform, read }
}

/** Parses an amount in US dollars into cents: `5`, `$5.00`, `1,000.00`, `5,00`. Returns null for other currencies or
 *  text. */
export function amountIn(text: string, currency: string): number | null {
  if (!/^(usd|)$/i.test(currency.trim())) return null
  const [, whole, rest = ''] = /^(?:us)?\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,12})([.,]\d{1,2})?$/i.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const cents = centsOf(whole.replaceAll(',', '') + rest.replace(',', '.'))
  return cents !== null && cents <= maxCents ? cents : null
}

/** Parses a date: 2023-06-14, 6/14/2023, or, if the first number can only be a day, 14/6/2023. @returns `2023-06-14` */
export function dayOf(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  const local = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text)
  if (iso) return dayFrom(iso[1]!, iso[2]!, iso[3]!)
  if (!local) return null
  const [, first, second, year] = local
  return Number(first) > 12 ? dayFrom(year!, second!, first!) : dayFrom(year!, first!, second!)
}

function dayFrom(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  return isDay && Number(year) >= 1990 && Number(year) < 2100 ? text : null
}
