import * as z from 'zod/mini'

const message = 'An id is a whole number from 1'
const maxId = 2_147_483_647
const isId = (given: unknown) => Number.isInteger(given) && Number(given) >= 1 && Number(given) <= maxId

/** An entity's id: a positive integer that fits the database's. */
export const Id = z.int({ error: message, abort: true }).check(z.gte(1, message), z.lte(maxId, message))

/** An id as it stands in a path or a query: digits alone. */
export const IdText = z.pipe(
  z.string(message).check(z.regex(/^[1-9]\d{0,9}$/, message)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    Id,
  ),
)

/** An id that a form chose, as a number or in digits. @param message what to say when it chose none */
export const chosenId = (message: string) =>
  z.pipe(
    z.transform((given: unknown) => (typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given)),
    z.number(message).check(z.refine(isId, message)),
  )
