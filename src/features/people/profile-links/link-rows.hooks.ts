import { useState } from 'react'
import * as z from 'zod/mini'
import { randomHex } from '#web/random-hex.ts'
import { readStoredJson } from '#web/storage.ts'
import { useStoring } from '#web/use-stored-text.ts'
import type { ProfileLink } from './profile-links.contract.ts'

/** A link in the form. `key` identifies it when it is moved. */
export interface LinkRow {
  key: string
  label: string
  url: string
}
const LinkRows = z.array(z.object({ key: z.string(), label: z.string(), url: z.string() }))

/** The form's rows. Unsaved changes are stored in this browser for this member; without unsaved changes, the rows
 *  follow the saved links. */
export function useLinkRows(memberId: number, saved: ProfileLink[]) {
  const storageKey = `links-draft:${memberId}`
  const [edited, setEdited] = useState<LinkRow[] | null>(() => readStoredJson(storageKey, LinkRows))
  const [wasRestored, setRestored] = useState(edited !== null)
  const rows = edited ?? saved.map(({ label, url }) => ({ key: url, label, url }))
  const isUnsaved = textOf(rows) !== textOf(saved)
  useStoring(storageKey, edited && isUnsaved ? JSON.stringify(edited) : null)
  return {
    rows,
    wasRestored: wasRestored && isUnsaved,
    setRows: setEdited,
    change: (key: string, part: Partial<LinkRow>) =>
      setEdited(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    add: () => setEdited([...rows, { key: randomHex(16), label: '', url: '' }]),
    remove: (key: string) => setEdited(rows.filter((row) => row.key !== key)),
    move: (from: number, to: number) => setEdited(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!)),
    /** Restores the saved links. */
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
