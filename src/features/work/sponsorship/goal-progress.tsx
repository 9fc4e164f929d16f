import { t } from '#messages/messages.ts'
import './goal-progress.css'
import { Bar } from '#ui/progress-bar.tsx'
import { dollars } from './money.contract.ts'
import { percentOf, type SponsorGoal } from './sponsor-goals.contract.ts'

/** Progress toward a goal. Source: docs/product.md, Sponsorship */
export function GoalProgress({ goal }: { goal: SponsorGoal }) {
  const { current, amount, title } = goal
  const percent = percentOf(goal)
  return (
    <div className="goal-progress">
      <p className="goal-progress-amounts">
        <strong>{t('{raised} of {goal}', { raised: dollars(current * 100), goal: dollars(amount * 100) })}</strong>
        <span className="meta">{percent}%</span>
      </p>
      <Bar max={100} value={percent} aria-label={title} />
    </div>
  )
}
