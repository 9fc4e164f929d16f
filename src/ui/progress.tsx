import './progress.css'

interface ProgressProps {
  value: number
  max: number
  label: string
}

/** How far something has come; full at `max` and beyond. */
export function Progress({ value, max, label }: ProgressProps) {
  return <progress className="progress" value={Math.min(Math.max(value, 0), max)} max={max || 1} aria-label={label} />
}
