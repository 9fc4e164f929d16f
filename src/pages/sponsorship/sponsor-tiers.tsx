import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
import { removal } from '#features/work/sponsorship/item-dialog.tsx'
import { deleteSponsorTier, type SponsorTier } from '#features/work/sponsorship/sponsor-tiers.contract.ts'
import { useOwnTiers, useSponsorshipCall } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { TierDialog } from '#features/work/sponsorship/tier-dialog.tsx'
import { TierFacts } from '#features/work/sponsorship/tier-facts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { Loaded } from '#web/loaded.tsx'

/** The member's tiers, with buttons to add, edit, and delete them. */
export function SponsorTiers() {
  const [edited, setEdited] = useState<SponsorTier | 'new' | null>(null)
  const mayPublish = useMayPublish()
  const create = (
    <Button variant="primary" icon="plus" className="for-writers" onClick={() => setEdited('new')}>
      {t('Add Tier')}
    </Button>
  )
  return (
    <Loaded
      query={useOwnTiers()}
      loading={<Skeletons count={2} label={t('Loading your tiers')} />}
      failed={t('Your tiers failed to load')}
    >
      {(tiers) => (
        <>
          {tiers.length === 0 ? (
            <EmptyState icon="hand-heart" title={t('No sponsor tiers yet')} actions={create}>
              {mayPublish &&
                t('A tier describes what sponsors get for a monthly amount. Three are enough to start with.')}
            </EmptyState>
          ) : (
            <div className="stack">
              <div className="row">{create}</div>
              <div className="sponsorship-tiers">
                {tiers.map((tier) => (
                  <TierFacts
                    key={tier.id}
                    tier={tier}
                    actions={<TierActions tier={tier} onEdit={() => setEdited(tier)} />}
                  />
                ))}
              </div>
            </div>
          )}
          {edited && <TierDialog tier={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
        </>
      )}
    </Loaded>
  )
}

function TierActions({ tier: { id, name }, onEdit }: { tier: SponsorTier; onEdit: () => void }) {
  const call = useSponsorshipCall()
  return (
    <>
      <Button size="s" icon="pencil" className="for-writers" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <ConfirmButton
        size="s"
        icon="trash-2"
        aria-label={t('Delete {name}', { name })}
        confirm={{
          title: t('Delete Tier'),
          description: rich('Are you sure you want to delete the “{name}” tier? This action cannot be undone.', {
            name: <bdi>{name}</bdi>,
          }),
          confirmLabel: t('Delete'),
          action: () => call(deleteSponsorTier, { params: { id } }),
          ...removal(
            name,
            t('Tier Deleted'),
            t('There was a problem deleting the sponsorship tier. Please try again.'),
          ),
        }}
      >
        {t('Delete')}
      </ConfirmButton>
    </>
  )
}
