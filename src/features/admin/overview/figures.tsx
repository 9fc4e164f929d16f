import './figures.css'
import type { ReactNode } from 'react'

/** A list of names with their values, such as site statistics. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className="figures">{children}</dl>

interface FigureProps {
  label: string
  /** The value. */
  children: ReactNode
  /** A note below the value. */
  note?: ReactNode
}

export const Figure = ({ label, children, note }: FigureProps) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>
      <span className="figure-value">{children}</span>
      {note && <span className="figure-note">{note}</span>}
    </dd>
  </div>
)
