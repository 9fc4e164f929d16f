import './contribution-grid.css'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import {
  dayAfterKey,
  dayText,
  levelOf,
  monthsOf,
  type PlacedDay,
  type Week,
  weeksOf,
} from './contribution-days.contract.ts'
import type { ContributionDay } from './github.contract.ts'
import { locale, t } from '#messages/messages.ts'
import { keyInTextOrder } from '#ui/text-direction.ts'

interface Props {
  /** Without gaps, oldest first; at least one. */
  days: ContributionDay[]
  caption: string
}

/** The short names of the days from Sunday to Saturday. */
const weekdays = Array.from({ length: 7 }, (_, day) => weekdayName(new Date(Date.UTC(2023, 0, 1 + day))))

function weekdayName(day: Date): string {
  return day.toLocaleDateString(locale(), { weekday: 'short', timeZone: 'UTC' })
}

/** A table of days with a column per week. Tab focuses one day; arrow keys, Home, and End move to the others. The
 *  hovered or focused day is described below the table. */
export function ContributionGrid({ days, caption }: Props) {
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const [chosen, choose] = useState(days.length - 1)
  const [pointed, point] = useState<number | null>(null)
  const weeks = weeksOf(days)

  function move(event: KeyboardEvent) {
    const to = dayAfterKey(keyInTextOrder(event), chosen, days.length)
    if (to === null) return
    event.preventDefault()
    choose(to)
    table.current!.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }
  return (
    <div className="contributions">
      <div className="contributions-scroll">
        <table ref={table} className="contributions-table" aria-labelledby={id}>
          <Months weeks={weeks} />
          <tbody>
            {weekdays.map((name, weekday) => (
              <tr key={name}>
                <th scope="row">
                  <span className={weekday % 2 === 1 ? undefined : 'visually-hidden'}>{name}</span>
                </th>
                {weeks.map(({ from, days: ofWeek }) => {
                  const day = ofWeek[weekday]
                  return day ? (
                    <td key={from}>
                      <Day day={day} chosen={chosen} onChoose={choose} onPoint={point} onKeyDown={move} />
                    </td>
                  ) : (
                    <td key={from} aria-label={t('Not counted')} />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="contributions-readout" aria-hidden="true">
        {dayText(days[pointed ?? chosen]!)}
      </p>
      <div className="contributions-foot">
        <p id={id}>{caption}</p>
        <Legend />
      </div>
    </div>
  )
}

const Months = ({ weeks }: { weeks: Week[] }) => (
  <thead>
    <tr>
      <th scope="col">
        <span className="visually-hidden">{t('Weekday')}</span>
      </th>
      {monthsOf(weeks).map(({ name, from, weeks: span }) => (
        <th key={from} colSpan={span} scope="colgroup">
          <span className={span > 1 ? undefined : 'visually-hidden'}>{name}</span>
        </th>
      ))}
    </tr>
  </thead>
)

interface DayProps {
  day: PlacedDay
  /** The index of the day that Tab focuses. */
  chosen: number
  onChoose: (index: number) => void
  onPoint: (index: number | null) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Day({ day, chosen, onChoose, onPoint, onKeyDown }: DayProps) {
  const choose = () => onChoose(day.index)
  return (
    <button
      type="button"
      className="contributions-day"
      data-day={day.index}
      data-level={levelOf(day.count)}
      tabIndex={day.index === chosen ? 0 : -1}
      onFocus={choose}
      onClick={choose}
      onPointerEnter={() => onPoint(day.index)}
      onPointerLeave={() => onPoint(null)}
      onKeyDown={onKeyDown}
    >
      <span className="visually-hidden">{dayText(day)}</span>
    </button>
  )
}

/** Decorative: each day has its own text. */
const Legend = () => (
  <p className="contributions-legend" aria-hidden="true">
    {t('Less')}
    {[0, 1, 2, 3, 4].map((level) => (
      <span key={level} className="contributions-day" data-level={level} />
    ))}
    {t('More')}
  </p>
)
