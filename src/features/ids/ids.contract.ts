import * as z from 'zod/mini'

const message = 'An id is a whole number from 1'

/** An entity's id: a positive integer that fits the database's. */
export const Id = z.int(message).check(z.gte(1, message), z.lte(2_147_483_647, message))

/** An id as it stands in a path or a query: digits alone. */
export const IdText = z.pipe(
  z.string(message).check(z.regex(/^[1-9]\d{0,9}$/, message)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    Id,
  ),
)
