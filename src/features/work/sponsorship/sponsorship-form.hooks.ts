import * as z from 'zod/mini'
import { isRefusal, messageOf } from '#web/api.ts'
import { type Faults, faultsIn, useForm } from '#web/use-form.ts'
import { invalidAmount } from './money.contract.ts'
import { fillInAll } from './sponsorship.contract.ts'

/** A short notice: its title and what it says. */
export interface Notice {
  title: string
  description: string
}

const Fields = z.record(z.string(), z.string())

/** A form of the sponsorship page. What is wrong stands at the fields and is told in the specification's words; what could
 *  not be saved stays typed. The fault of the whole form is under `form`. Source: spec §8, Sponsorship.
 *  @param failure what is said when saving fails without a reason for people */
export function useSponsorshipForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  failure: string,
  { save, tell }: { save: (values: z.output<Schema>) => Promise<void>; tell: (notice: Notice) => void },
) {
  return useForm(Fields, async (fields, form): Promise<Faults> => {
    const input = schema.safeParse({ ...fields, ...unreadable(form) })
    if (!input.success) {
      const faults = faultsIn(input.error.issues)
      tell(noticeOf(Object.values(faults)))
      return faults
    }
    try {
      await save(input.data)
      return {}
    } catch (reason) {
      const description = isRefusal(reason, 409) ? messageOf(reason, failure) : failure
      tell({ title: 'Error', description })
      return { form: description }
    }
  })
}

/** Number fields say nothing of a text that is no number: it counts as a wrong one, not as none. */
const unreadable = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[type=number]')]
      .filter(({ validity }) => validity.badInput)
      .map(({ name }) => [name, 'not a number']),
  )

function noticeOf(messages: string[]): Notice {
  if (messages.includes(fillInAll)) return { title: 'Required Fields', description: fillInAll }
  const title = messages.includes(invalidAmount) ? 'Invalid Amount' : 'Error'
  return { title, description: messages.includes(invalidAmount) ? invalidAmount : (messages[0] ?? '') }
}
