import './progress-bar.css'

interface Props {
  label: string
  /** 0 of 0 while the end is not known. */
  done: number
  total: number
}

/** A bar that fills up, with the numbers as text below it. */
export function ProgressBar({ label, done, total }: Props) {
  const isKnown = total > 0
  return (
    <div className="progress">
      <progress className="progress-bar" aria-label={label} {...(isKnown && { value: done, max: total })} />
      <output className="meta progress-text">
        {label}
        {isKnown && <span>{Math.floor((done / total) * 100)} %</span>}
      </output>
    </div>
  )
}
