import './row-tools.css'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { t } from '#messages/messages.ts'

interface Props {
  /** The start of the buttons' names, so that focus can follow a moved row. */
  name: string
  /** What the buttons move and remove. */
  label: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  /** Shown before the buttons. */
  children?: ReactNode
}

/** The buttons that move a row up or down and remove it. */
export const RowTools = ({ name, label, index, count, onMove, onRemove, children }: Props) => (
  <div className="row-tools">
    {children}
    <IconButton
      name={`${name}.up`}
      icon="chevron-up"
      label={t('Move {label} up', { label })}
      disabled={index === 0}
      onClick={() => onMove(index - 1)}
    />
    <IconButton
      name={`${name}.down`}
      icon="chevron-down"
      label={t('Move {label} down', { label })}
      disabled={index === count - 1}
      onClick={() => onMove(index + 1)}
    />
    <IconButton name={`${name}.remove`} icon="trash-2" label={t('Remove {label}', { label })} onClick={onRemove} />
  </div>
)
