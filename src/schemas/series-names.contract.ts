import * as z from 'zod/mini'
import { visibleLine } from './names.contract.ts'
import { t } from '#messages/messages.ts'

/** The name of a series. */
export const SeriesName = z
  .string({ error: () => t('Enter the name of the series') })
  .check(
    z.overwrite(visibleLine),
    z.minLength(1, { error: () => t('Enter the name of the series') }),
    z.maxLength(100, { error: () => t('The name of a series must be at most 100 characters') }),
  )

const partNumber = { error: () => t('The part must be a number from 1 to 100,000') }

/** The series that an article is part of. `part`: null for the next number. */
export const ChosenSeries = z.object({
  name: SeriesName,
  part: z._default(z.nullable(z.int(partNumber).check(z.gte(1, partNumber), z.lte(100_000, partNumber))), null),
})
