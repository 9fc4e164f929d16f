import './rows-form.css'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { RowTools } from '#ui/row-tools.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure } from './action.tsx'
import { useFocusAfterwards } from './use-focus-afterwards.ts'
import { type Faults, useFaults } from './use-form.ts'
import { useLeavingAfterSave } from './use-leaving-after-save.ts'
import { type Row, useRows } from './use-rows.ts'

interface FieldsProps<Fields> {
  fields: Fields
  /** Returns the name of the control for a field. It contains the position, so that focus can follow a moved row. */
  nameOf: (field: keyof Fields & string) => string
  faults: Faults
  onChange: (part: Partial<Fields>) => void
}

/** The texts about one kind of entry, such as links. */
export interface RowTexts {
  /** “Link” */
  entry: string
  /** “link 2” */
  numbered: (number: number) => string
  /** “Your links” */
  list: string
  /** “Add link” */
  add: string
  /** “Save links” */
  save: string
  /** “You have unsaved links.” */
  unsaved: string
  /** “Links saved” */
  saved: string
  /** “Failed to save links” */
  failed: string
}

interface Props<Fields extends Record<string, string>, Input> {
  /** The name of the list in the input. */
  name: string
  texts: RowTexts
  max: number
  storageKey: string
  schema: z.ZodMiniType<Fields>
  /** An entry without text. Focus moves to the first of its fields when it is added. */
  empty: Fields
  saved: readonly Fields[]
  labelOf: (fields: Fields) => string
  input: z.ZodMiniType<Input>
  save: (input: Input) => Promise<unknown>
  /** The description of the toast after saving. */
  success?: string
  /** Called a moment after saving. */
  onSaved?: (() => void) | undefined
  hint: string
  help?: ReactNode
  /** Shown next to the buttons of a row. */
  renderMark?: (fields: Fields) => ReactNode
  children: (props: FieldsProps<Fields>) => ReactNode
}

/** A form for an ordered list that is saved as a whole. Unsaved changes survive a reload. */
export function RowsForm<Fields extends Record<string, string>, Input>(props: Props<Fields, Input>) {
  const { name, texts, max, storageKey, schema, empty, saved, labelOf, input, save, success, hint, help } = props
  const leaveLater = useLeavingAfterSave(props.onSaved)
  const form = useRef<HTMLFormElement>(null)
  const { rows, wasRestored, change, add, remove, removeEmpty, move, reset, followSaved } = useRows({
    storageKey,
    schema,
    saved,
  })
  const [isPending, setPending] = useState(false)
  const { faults, setFaults, onInput } = useFaults()
  const [announcement, announce] = useState('')
  const focusNext = useFocusAfterwards(form)
  const named = (row: Row<Fields> | undefined) => capitalized((row && labelOf(row.fields)) || texts.entry)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const sent = removeEmpty()
    const parsed = input.safeParse({ [name]: sent })
    const found = parsed.success ? {} : faultsByName(parsed.error.issues)
    setFaults(found)
    if (!parsed.success) return focusNext(...Object.keys(found))
    setPending(true)
    try {
      await save(parsed.data)
      followSaved(sent)
      leaveLater()
      showToast({ title: texts.saved, variant: 'success', ...(success && { description: success }) })
    } catch (reason) {
      showFailure(reason, { title: texts.failed, fallback: t('An error occurred. Please try again.') })
    } finally {
      setPending(false)
    }
  }

  function onMove(from: number, to: number) {
    move(from, to)
    setFaults({})
    announce(
      t('{label} is now number {number} of {count}', {
        label: named(rows[from]),
        number: to + 1,
        count: rows.length,
      }),
    )
    const [same, other] = to < from ? ['up', 'down'] : ['down', 'up']
    focusNext(`${name}.${to}.${same}`, `${name}.${to}.${other}`)
  }

  function onRemove(index: number) {
    remove(rows[index]!.key)
    setFaults({})
    announce(t('{label} removed', { label: named(rows[index]) }))
    focusNext(`${name}.${Math.min(index, rows.length - 2)}.remove`, `${name}.add`)
  }

  function onAdd() {
    add(empty)
    focusNext(`${name}.${rows.length}.${Object.keys(empty)[0]}`)
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="form"
      onSubmit={(event) => void onSubmit(event)}
      onInput={onInput}
    >
      <p className="field-hint">{hint}</p>
      {wasRestored && (
        <div className="rows-restored">
          <output>{texts.unsaved}</output>
          <Button size="s" icon="undo-2" onClick={reset}>
            {t('Discard changes')}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ol className="edit-rows" aria-label={texts.list}>
          {rows.map(({ key, fields }, index) => (
            <li key={key}>
              <fieldset className="edit-row" aria-label={capitalized(texts.numbered(index + 1))}>
                {props.children({
                  fields,
                  nameOf: (field) => `${name}.${index}.${field}`,
                  faults,
                  onChange: (part) => change(key, part),
                })}
                <RowTools
                  name={`${name}.${index}`}
                  label={labelOf(fields) || texts.numbered(index + 1)}
                  index={index}
                  count={rows.length}
                  onMove={(to) => onMove(index, to)}
                  onRemove={() => onRemove(index)}
                >
                  {props.renderMark?.(fields)}
                </RowTools>
              </fieldset>
            </li>
          ))}
        </ol>
      )}
      {help}
      <div className="form-actions">
        <Button name={`${name}.add`} icon="plus" disabled={rows.length >= max} onClick={onAdd}>
          {texts.add}
        </Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? t('Saving...') : texts.save}
        </Button>
      </div>
      <output className="visually-hidden">{announcement}</output>
    </form>
  )
}

/** Returns the first error for each field, by the name of its control. */
const faultsByName = (issues: { path: PropertyKey[]; message: string }[]): Faults =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
