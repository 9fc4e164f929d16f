import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { randomHex } from '#web/random-hex.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'
import type { ProfileLink } from './profile-links.contract.ts'

/** A link as it stands in the form. `key` stays with it wherever it is moved. */
export interface LinkRow {
  key: string
  label: string
  url: string
}
const LinkRows = z.array(z.object({ key: z.string(), label: z.string(), url: z.string() }))

/** The rows of the form. What is changed and not saved is kept in this browser, for this member; untouched, they follow
 *  what is saved. */
export function useLinkRows(memberId: number, saved: ProfileLink[]) {
  const storageKey = `links-draft:${memberId}`
  const [edited, setEdited] = useState(() => storedRows(storageKey))
  const [wasRestored, setRestored] = useState(edited !== null)
  const rows = edited ?? saved.map(({ label, url }) => ({ key: url, label, url }))
  const isUnsaved = textOf(rows) !== textOf(saved)
  useEffect(() => {
    if (edited && isUnsaved) writeStored(storageKey, JSON.stringify(edited))
    else removeStored(storageKey)
  }, [storageKey, edited, isUnsaved])
  return {
    rows,
    wasRestored: wasRestored && isUnsaved,
    setRows: setEdited,
    change: (key: string, part: Partial<LinkRow>) =>
      setEdited(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    add: () => setEdited([...rows, { key: randomHex(16), label: '', url: '' }]),
    remove: (key: string) => setEdited(rows.filter((row) => row.key !== key)),
    move: (from: number, to: number) => setEdited(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!)),
    /** Back to what is saved. */
    reset: () => {
      setEdited(null)
      setRestored(false)
    },
  }
}

export const isFilled = ({ label, url }: Pick<LinkRow, 'label' | 'url'>): boolean =>
  label.trim() !== '' || url.trim() !== ''

const textOf = (rows: Pick<LinkRow, 'label' | 'url'>[]): string =>
  JSON.stringify(rows.filter(isFilled).map(({ label, url }) => [label, url]))

function storedRows(storageKey: string): LinkRow[] | null {
  try {
    const stored = LinkRows.safeParse(JSON.parse(readStored(storageKey) ?? 'null'))
    return stored.success ? stored.data : null
  } catch {
    return null
  }
}
