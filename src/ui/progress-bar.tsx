import './progress-bar.css'
import type { ComponentProps } from 'react'
import { locale } from '#messages/messages.ts'

/** A progress bar without text. */
export const Bar = (props: ComponentProps<'progress'>) => <progress className="progress-bar" {...props} />

interface Props {
  label: string
  /** `done` and `total` are 0 until the total is known. */
  done: number
  total: number
}

/** A progress bar with its label and percentage as text below it. */
export function ProgressBar({ label, done, total }: Props) {
  const isKnown = total > 0
  return (
    <div className="progress">
      <Bar aria-label={label} {...(isKnown && { value: done, max: total })} />
      <output className="meta progress-text">
        {label}
        {isKnown && <span>{percentText(done, total)}</span>}
      </output>
    </div>
  )
}

/** Rounds down, so that 100% means done. */
const percentText = (done: number, total: number): string =>
  (Math.floor((100 * done) / total) / 100).toLocaleString(locale(), { style: 'percent' })
