import { type SubmitEvent, useState } from 'react'
import type * as z from 'zod/mini'

/** A form's errors by field name. */
export type Faults = Record<string, string>

/** A form with uncontrolled fields, so that input is preserved if it is rejected. Validates the values with the
 *  contract's schema, shows errors next to their fields, and focuses the first invalid field. */
export function useForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  submit: (values: z.output<Schema>, form: HTMLFormElement) => Promise<Faults | void>,
) {
  const [faults, setFaults] = useState<Faults>({})
  const [isPending, setPending] = useState(false)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const input = schema.safeParse(Object.fromEntries(new FormData(form)))
    if (!input.success) return show(form, faultsIn(input.error.issues))
    setPending(true)
    try {
      show(form, (await submit(input.data, form)) ?? {})
    } finally {
      setPending(false)
    }
  }

  function show(form: HTMLFormElement, found: Faults) {
    setFaults(found)
    const isFaulty = (field: Element) => (field.getAttribute('name') ?? '') in found
    const first = [...form.elements].find(isFaulty)
    if (first instanceof HTMLElement) first.focus()
  }

  return { onSubmit, faults, isPending }
}

/** Returns the first error for each field. */
export function faultsIn(issues: { path: PropertyKey[]; message: string }[]): Faults {
  const faults: Faults = {}
  for (const { path, message } of issues) faults[String(path[0])] ??= message
  return faults
}
