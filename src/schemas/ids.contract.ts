import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

const invalid = { error: () => t('An id must be a positive integer') }
const maxId = 2_147_483_647
const isId = (given: unknown) => Number.isInteger(given) && Number(given) >= 1 && Number(given) <= maxId

/** The id of an entity: a positive integer that fits a PostgreSQL `integer`. */
export const Id = z.int({ ...invalid, abort: true }).check(z.gte(1, invalid), z.lte(maxId, invalid))

const digits = /^[1-9]\d{0,9}$/

/** Reports whether the text is an id in digits. */
export const isIdText = (text: string): boolean => digits.test(text) && isId(Number(text))

/** An id in a path or query: digits only. */
export const IdText = z.pipe(
  z.string(invalid).check(z.regex(digits, invalid)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    Id,
  ),
)

/** An id from a form, as a number or as digits. @param error returns the error message if nothing is selected */
export const chosenId = (error: () => string) =>
  z.pipe(
    z.transform((given: unknown) => (typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given)),
    z.number({ error }).check(z.refine(isId, { error })),
  )
