import { useState } from 'react'
import * as z from 'zod/mini'
import { randomHex } from './random-hex.ts'
import { readStoredJson } from './storage.ts'
import { useStoring } from './use-stored-text.ts'

type Texts = Record<string, string>

/** An entry of a list in a form. `key` identifies it when it is moved. */
export interface Row<Fields extends Texts> {
  key: string
  fields: Fields
}

interface Options<Fields extends Texts> {
  /** Where this browser stores unsaved changes. */
  storageKey: string
  /** The fields of an entry, which need not be valid yet. */
  schema: z.ZodMiniType<Fields>
  saved: readonly Fields[]
}

/** The entries of a list in a form. Unsaved changes are stored in this browser; without unsaved changes, the rows follow
 *  the saved entries. */
export function useRows<Fields extends Texts>({ storageKey, schema, saved }: Options<Fields>) {
  const [edited, setEdited] = useState<Row<Fields>[] | null>(() =>
    readStoredJson(storageKey, z.array(storedRow(schema))),
  )
  const [wasRestored, setRestored] = useState(edited !== null)
  const start = saved.map((entry, index) => ({ key: String(index), fields: schema.parse(entry) }))
  const rows = edited ?? start
  const isUnsaved = textOf(rows) !== textOf(start)
  useStoring(storageKey, edited && isUnsaved ? JSON.stringify(edited) : null)
  return {
    rows,
    wasRestored: wasRestored && isUnsaved,
    change: (key: string, part: Partial<Fields>) =>
      setEdited(rows.map((row) => (row.key === key ? { key, fields: { ...row.fields, ...part } } : row))),
    add: (fields: Fields) => setEdited([...rows, { key: randomHex(16), fields }]),
    remove: (key: string) => setEdited(rows.filter((row) => row.key !== key)),
    move: (from: number, to: number) => setEdited(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!)),
    /** Removes the empty rows. @returns the others */
    removeEmpty: () => {
      const filled = rows.filter(isFilled)
      setEdited(filled)
      return filled.map(({ fields }) => fields)
    },
    /** Restores the saved entries. */
    reset: () => {
      setEdited(null)
      setRestored(false)
    },
    /** Follows the saved entries again, unless the rows have changed since these were sent. */
    followSaved: (sent: Fields[]) => {
      setEdited((now) => (now && textOf(now) === JSON.stringify(sent) ? null : now))
      setRestored(false)
    },
  }
}

/** Also accepts rows that earlier versions stored, with the fields next to the key. */
function storedRow<Fields extends Texts>(schema: z.ZodMiniType<Fields>) {
  const nested = z.transform(({ key, ...fields }: { key: string }): Row<Fields> => ({
    key,
    fields: schema.parse(fields),
  }))
  return z.union([z.object({ key: z.string(), fields: schema }), z.pipe(z.looseObject({ key: z.string() }), nested)])
}

const isFilled = ({ fields }: Row<Texts>): boolean => Object.values(fields).some((text) => text.trim() !== '')

const textOf = (rows: Row<Texts>[]): string => JSON.stringify(rows.filter(isFilled).map(({ fields }) => fields))
