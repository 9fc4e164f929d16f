import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { showToast, type Toast } from '#ui/toasts.ts'
import { WritingDialog } from '#ui/writing-dialog.tsx'
import type { Failure } from '#web/action.tsx'
import { isRefusal, messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'
import { type Faults, faultsIn, useForm } from '#web/use-form.ts'
import { invalidAmount } from './money.contract.ts'
import { fillInAll } from './sponsorship.contract.ts'

interface Props<Schema extends z.ZodMiniType> {
  title: string
  submitLabel: string
  /** Parses the field values. */
  schema: Schema
  /** Saves the item. @returns its name, shown in the toast */
  save: (values: z.output<Schema>) => Promise<string>
  /** Title of the toast once the item is saved. */
  saved: string
  /** Shown if saving fails for a reason that the server does not explain. */
  failure: string
  onClose: () => void
  /** The fields. `field` connects a control to its value and error. */
  children: (field: (name: string, value?: string | number | null) => Field, onChange: () => void) => ReactNode
}
interface Field {
  name: string
  defaultValue: string | number
  error: string | undefined
}

const Fields = z.record(z.string(), z.string())

/** A dialog for adding or editing an item on a sponsor page. Errors appear next to the fields and as a toast; after a
 *  failed save, the dialog stays open. Source: docs/product.md, Errors and Sponsorship. */
export function ItemDialog<Schema extends z.ZodMiniType>(props: Props<Schema>) {
  const { title, submitLabel, schema, save, saved, failure, onClose, children } = props
  const { onSubmit, faults, isPending } = useForm(Fields, async (fields, form): Promise<Faults | void> => {
    const input = schema.safeParse({ ...fields, ...unreadable(form) })
    if (!input.success) {
      const found = faultsIn(input.error.issues)
      showToast({ ...toastFor(Object.values(found)), variant: 'error' })
      return found
    }
    try {
      const name = await save(input.data)
      onClose()
      showToast({ title: saved, description: name, variant: 'success' })
      return undefined
    } catch (reason) {
      const description = messageOnConflict(reason, failure)
      showToast({ title: t('Error'), description, variant: 'error' })
      return { form: description }
    }
  })
  const field = (name: string, value?: string | number | null) => ({
    name,
    defaultValue: value ?? '',
    error: faults[name],
  })
  return (
    <WritingDialog title={title} onClose={onClose}>
      {({ onChange, onCancel }) => (
        <form className="form" noValidate onSubmit={(event) => void onSubmit(event)} onInput={onChange}>
          {children(field, onChange)}
          <FormError message={faults['form']} />
          <div className="dialog-actions">
            <Button onClick={onCancel}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={isPending}>
              {isPending ? t('Saving...') : submitLabel}
            </Button>
          </div>
        </form>
      )}
    </WritingDialog>
  )
}

/** Returns a non-numeric value for each number field with invalid input. The browser reports such a field as empty,
 *  but it is invalid, not missing. */
const unreadable = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[type=number]')]
      .filter(({ validity }) => validity.badInput)
      .map(({ name }) => [name, 'not a number']),
  )

function toastFor(messages: string[]): Toast {
  if (messages.includes(fillInAll())) return { title: t('Required Fields'), description: fillInAll() }
  if (messages.includes(invalidAmount())) return { title: t('Invalid Amount'), description: invalidAmount() }
  return { title: t('Error'), description: messages[0] ?? '' }
}

/** Conflicts use the server's message; the specification defines the text for other failures. */
const messageOnConflict = (reason: unknown, failure: string): string =>
  isRefusal(reason, 409) ? messageOf(reason, failure) : failure

/** Options for the dialog that confirms a removal, except its question. @param removed title of the toast once the item
 *  is removed */
export const removal = (name: string, removed: string, failure: string) => ({
  success: { title: removed, description: name, variant: 'success' } satisfies Toast,
  failure: ((reason) => ({ title: t('Error'), description: messageOnConflict(reason, failure) })) satisfies Failure,
  staysOpenOnFailure: true,
  onDone: focusContent,
})
