import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#messages/messages.ts'
import { IconButton } from '#ui/button.tsx'
import { Switch } from '#ui/field.tsx'

interface Props<Name extends string> {
  /** All entries in display order. */
  names: readonly Name[]
  labels: Record<Name, { label: string; hint: string }>
  /** The entries that have a switch but no position. They come last. */
  unordered?: readonly Name[]
  /** The entries that cannot be changed now, with the reason. */
  locked?: Partial<Record<Name, string>> | undefined
  isOn: (name: Name) => boolean
  onTurn: (name: Name, isOn: boolean) => void
  onMove: (names: Name[]) => void
}

const none: [] = []

/** A list of switches that can be put in another order. */
export function OrderedSwitches<Name extends string>({
  names,
  labels,
  unordered = none,
  locked,
  isOn,
  onTurn,
  onMove,
}: Props<Name>) {
  const list = useRef<HTMLUListElement>(null)

  /** Moves an entry, and keeps the focus on a button in its row. */
  function move(name: Name, by: 1 | -1) {
    const from = names.indexOf(name)
    flushSync(() => onMove(names.toSpliced(from, 1).toSpliced(from + by, 0, name)))
    const buttons = list.current?.children[from + by]?.querySelectorAll<HTMLButtonElement>('.section-tools button')
    const [up, down] = buttons ?? []
    const used = by < 0 ? up : down
    ;(used?.disabled ? (by < 0 ? down : up) : used)?.focus()
  }

  const tools = (name: Name, place: number) => (
    <span className="section-tools">
      <IconButton
        icon="chevron-up"
        label={t('Move {label} up', { label: labels[name].label })}
        disabled={place === 0}
        onClick={() => move(name, -1)}
      />
      <IconButton
        icon="chevron-down"
        label={t('Move {label} down', { label: labels[name].label })}
        disabled={place === names.length - 1}
        onClick={() => move(name, 1)}
      />
    </span>
  )
  return (
    <ul ref={list} className="section-rows">
      {[...names, ...unordered].map((name, place) => (
        <li key={name} className="section-row">
          <Switch
            label={labels[name].label}
            hint={locked?.[name] ?? labels[name].hint}
            disabled={locked?.[name] !== undefined}
            checked={isOn(name)}
            onChange={(turned) => onTurn(name, turned)}
          />
          {place < names.length && tools(name, place)}
        </li>
      ))}
    </ul>
  )
}
