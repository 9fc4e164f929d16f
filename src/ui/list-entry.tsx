import './list-entry.css'
import type { ReactNode } from 'react'

interface Props {
  name: ReactNode
  /** For names that members have chosen. */
  nameDir?: 'auto'
  /** Each fact is an element. */
  facts: ReactNode
  /** Shown below the facts. */
  note?: ReactNode
  /** The facts are so short that the buttons remain next to them on phones. */
  isShort?: boolean
  /** The entry's buttons. */
  children?: ReactNode
}

/** A list entry with a name, facts, and buttons, such as a device or a passkey. */
export const ListEntry = ({ name, nameDir, facts, note, isShort, children }: Props) => (
  <li className="list-entry" data-short={isShort}>
    <div className="list-entry-words">
      <h3 className="list-entry-name" dir={nameDir}>
        {name}
      </h3>
      <p className="meta list-entry-facts">{facts}</p>
      {note}
    </div>
    {children}
  </li>
)
