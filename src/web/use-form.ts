import { type SubmitEvent, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { inTime } from './in-time.ts'

/** A form's errors by field name. */
export type Faults = Record<string, string>

interface ShownFaults {
  form: HTMLFormElement
  faults: Faults
  /** Null if it could not be loaded. */
  schema: z.ZodMiniType | null
  /** Whether the values match the schema, so that the errors are about values that only `submit` can judge. */
  isValid: boolean
}

/** A schema that is loaded when someone starts to fill in the form, because few of the page's readers do. */
export type LazySchema<Schema extends z.ZodMiniType> = () => Promise<Schema>

/** A form with uncontrolled fields, so that input is preserved if it is rejected. Validates the values with the
 *  contract's schema, focuses the first invalid field, and shows errors next to their fields until they are repaired.
 *  If a lazy schema cannot be loaded in time, the values are submitted as entered. */
export function useForm<Schema extends z.ZodMiniType>(
  schema: Schema | LazySchema<Schema>,
  submit: (values: z.output<Schema>, form: HTMLFormElement) => Promise<Faults | void>,
) {
  const [shown, setShown] = useState<ShownFaults | null>(null)
  const [isPending, setPending] = useState(false)

  useEffect(() => {
    if (!shown) return undefined
    const onEdit = (edit: Event) => {
      const isInForm = edit.target instanceof Node && shown.form.contains(edit.target)
      if (isInForm) setShown({ ...shown, faults: remaining(shown, edit) })
    }
    // On the window, because React's own listener must run first: if the form was rendered before that, a controlled
    // field would lose the edit.
    window.addEventListener('input', onEdit)
    return () => window.removeEventListener('input', onEdit)
  }, [shown])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    setPending(true)
    try {
      const rules = typeof schema === 'function' ? await loaded(schema) : schema
      const input = rules?.safeParse(valuesOf(form))
      if (input?.error) return show({ form, schema: rules, faults: faultsIn(input.error.issues), isValid: false })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server validates them
      const values = (input ? input.data : valuesOf(form)) as z.output<Schema>
      show({ form, schema: rules, faults: (await submit(values, form)) ?? {}, isValid: true })
    } finally {
      setPending(false)
    }
  }

  function show(found: ShownFaults) {
    setShown(found)
    const isFaulty = (field: Element) => (field.getAttribute('name') ?? '') in found.faults
    const first = [...found.form.elements].find(isFaulty)
    if (first instanceof HTMLElement) first.focus()
  }

  /** Loads a lazy schema. */
  function loadSchema() {
    if (typeof schema === 'function') void schema().catch(() => null)
  }

  return { onSubmit, loadSchema, faults: shown?.faults ?? {}, isPending }
}

/** How long a submission waits for a lazy schema. */
const schemaPatienceMs = 3000

/** Returns the schema, or null if it cannot be loaded in time. */
const loaded = <Schema extends z.ZodMiniType>(schema: LazySchema<Schema>): Promise<Schema | null> =>
  inTime(
    schema().catch(() => null),
    schemaPatienceMs,
  )

/** The errors of a form that does not use {@link useForm}. `clearFault` removes a field's error; `onInput`, on the form,
 *  removes that of the edited field. */
export function useFaults() {
  const [faults, setFaults] = useState<Faults>({})
  const clearFault = (name: string) => setFaults((shown) => without(name, shown))
  const onInput = ({ target }: { target: EventTarget }) => clearFault(nameOf(target))
  return { faults, setFaults, clearFault, onInput }
}

/** Returns the first error for each field. */
export function faultsIn(issues: { path: PropertyKey[]; message: string }[]): Faults {
  const faults: Faults = {}
  for (const { path, message } of issues) faults[String(path[0])] ??= message
  return faults
}

/** Returns the errors that an edit has left. It always removes errors that concern the whole form. */
function remaining({ form, schema, faults, isValid }: ShownFaults, edit: Event): Faults {
  const present = faultsIn(schema?.safeParse(valuesOf(form)).error?.issues ?? [])
  const rejected = isValid ? without(nameOf(edit.target), faults) : {}
  const isShown = ([name]: [string, string]) => name in faults && form.elements.namedItem(name) !== null
  return Object.fromEntries(Object.entries({ ...rejected, ...present }).filter(isShown))
}

const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

const nameOf = (target: EventTarget | null): string => (target instanceof Element && target.getAttribute('name')) || ''

const without = (name: string, { [name]: _removed, ...rest }: Faults): Faults => rest
