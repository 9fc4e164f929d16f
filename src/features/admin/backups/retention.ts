/** The number of days, weeks, and months for which the last backup is kept. */
const [daily, weekly, monthly] = [7, 4, 12]

const dayMs = 86_400_000

/** Returns the ids of the backups to keep: the last one from each of the latest days, weeks (starting on Monday),
 *  and months (UTC) that have any. */
export function keptBackups(backups: readonly { id: string; createdAt: string }[]): Set<string> {
  const newestFirst = backups.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const lastOf = (periods: number, periodOf: (time: Date) => string | number) => {
    const last = new Map<string | number, string>()
    for (const { id, createdAt } of newestFirst) {
      const period = periodOf(new Date(createdAt))
      if (!last.has(period) && last.size < periods) last.set(period, id)
    }
    return last.values()
  }
  return new Set([
    ...lastOf(daily, (time) => time.toISOString().slice(0, 10)),
    ...lastOf(weekly, mondayOf),
    ...lastOf(monthly, (time) => time.toISOString().slice(0, 7)),
  ])
}

/** Returns the number of the week; the epoch was a Thursday. */
const mondayOf = (time: Date) => Math.floor((time.getTime() / dayMs + 3) / 7)
