import { createHash } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Db } from '#kernel/db.ts'
import { type LineError, readCsv, decodeText } from '#kernel/csv-rows.ts'
import { type ExportedSponsor, exportOf } from './sponsor-exports.ts'
import { maxImportLines, maxReportedLines, type SponsorImportReport, tooManyLines } from './sponsor-imports.contract.ts'
import { type KnownSponsor, saveImported } from './sponsor-imports.store.ts'

/** Monthly sponsorships count as ended after this long without a payment. */
const silentMs = 62 * 86_400_000

/** Imports sponsors from a file. Repeating an import changes nothing. @throws AppError for an unknown file format */
export async function importSponsorFile(
  { db, nowMs }: { db: Db; nowMs: number },
  memberId: number,
  bytes: Uint8Array,
): Promise<SponsorImportReport> {
  const text = decodeText(bytes)
  if (isTooLong(text)) throw new AppError('invalid_input', tooManyLines())
  const { rows, faults } = await readCsv(text)
  const [heading, ...lines] = rows
  const known = heading && exportOf(heading.fields)
  if (!known) throw new AppError('invalid_input', noExport())
  const found = new Map<string, ExportedSponsor>()
  const skipped: LineError[] = [...faults]
  const lastGift = new Date(nowMs - silentMs).toISOString()
  for (const row of lines) {
    const read = known.read(row)
    if ('skipped' in read) skipped.push({ line: row.line, reason: read.skipped })
    else found.set(read.key, mergedSponsor(found.get(read.key), read))
  }
  const sponsors = [...found.values()].map((one) => storedSponsor(known.platform, one, lastGift))
  const saved = await saveImported(db, memberId, sponsors)
  return {
    platform: known.platform,
    ...saved,
    withoutAmount: sponsors.filter((one) => one.isActive && one.monthlyCents === null).length,
    skippedCount: skipped.length,
    skipped: skipped.toSorted((a, b) => a.line - b.line).slice(0, maxReportedLines),
  }
}

const noExport = () =>
  t('This is not an export from Ko-fi, Patreon, or Open Collective. Other tables need a “Name” column.')

function isTooLong(text: string): boolean {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && lines <= maxImportLines; at = text.indexOf('\n', at + 1)) lines++
  return lines > maxImportLines
}

/** Merges two lines about the same sponsor: uses the later line, with the earlier start date. */
function mergedSponsor(before: ExportedSponsor | undefined, next: ExportedSponsor): ExportedSponsor {
  if (!before) return next
  const isLater = (next.lastDay ?? '') >= (before.lastDay ?? '')
  const since = [before.since, next.since].filter((day) => day !== null).toSorted()[0] ?? null
  return { ...(isLater ? next : before), since, isPrivate: before.isPrivate || next.isPrivate }
}

function storedSponsor(platform: string, one: ExportedSponsor, lastGift: string): KnownSponsor {
  const named = (text: string | null) => (one.isPrivate ? null : text || null)
  return {
    key: createHash('sha256').update(`${platform} ${one.key}`).digest('hex'),
    displayName: named(one.displayName),
    username: named(one.username),
    picture: named(one.picture),
    profileUrl: named(one.profileUrl),
    monthlyCents: one.amount,
    since: one.since && `${one.since.slice(0, 7)}-01`,
    isPrivate: one.isPrivate,
    isActive: one.isActive && (one.lastDay === null || one.lastDay >= lastGift.slice(0, 10)),
  }
}
