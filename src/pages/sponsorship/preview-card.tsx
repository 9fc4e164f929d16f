import { t } from '#messages/messages.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { GoalProgress } from '#features/work/sponsorship/goal-progress.tsx'
import { dollars } from '#features/work/sponsorship/money.contract.ts'
import { SponsorFaces } from '#features/work/sponsorship/sponsor-faces.tsx'
import { sponsorsCounted, sponsorsOnCard } from '#features/work/sponsorship/sponsors.contract.ts'
import { useNewestSponsors, useOwnGoal, useOwnTiers } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'

/** A summary of what visitors see. Source: docs/product.md, Sponsorship */
export function PreviewCard({ viewer }: { viewer: Viewer }) {
  const goal = useOwnGoal().data
  const sponsors = useNewestSponsors().data
  const cheapest = useOwnTiers().data?.[0]
  return (
    <Card title={t('Preview')} className="sponsorship-preview">
      <div className="sponsorship-preview-who">
        <Avatar name={viewer.displayName} image={viewer.profileImage} size="l" />
        <p>
          <strong dir="auto">{viewer.displayName}</strong>
          <span>{viewer.title || t('Software Developer')}</span>
        </p>
      </div>
      {goal && <GoalProgress goal={goal} />}
      {sponsors && (
        <div className="sponsorship-preview-sponsors">
          <p className="meta">{sponsorsCounted(sponsors.total)}</p>
          {sponsors.total > 0 && <SponsorFaces {...sponsors} max={sponsorsOnCard} size="s" />}
        </div>
      )}
      {cheapest && <p>{t('Tiers starting at {amount}/mo', { amount: dollars(cheapest.amount) })}</p>}
    </Card>
  )
}
