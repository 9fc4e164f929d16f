import { useState } from 'react'
import type { SponsorTier } from '#features/work/sponsorship/sponsor-tiers.contract.ts'
import { useDeleteTier, useOwnTiers } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { TierDialog } from '#features/work/sponsorship/tier-dialog.tsx'
import { TierFacts } from '#features/work/sponsorship/tier-facts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { PartFailed } from './part-failed.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { tellFailure, tellSuccess } from './tell.ts'

type Open = { dialog: 'new' } | { dialog: 'edit' | 'delete'; tier: SponsorTier } | null

/** The member's tiers, and what can be done with them. */
export function SponsorTiers() {
  const { data: tiers, error, refetch } = useOwnTiers()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  if (!tiers && error)
    return <PartFailed title="Your tiers could not be loaded" reason={error} onRetry={() => void refetch()} />
  if (!tiers) return <Skeletons count={2} label="Loading your tiers" />
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
      Add Tier
    </Button>
  )
  return (
    <>
      {tiers.length === 0 ? (
        <EmptyState icon="hand-heart" title="No sponsor tiers yet" actions={create}>
          A tier says what a monthly amount brings. Three are plenty to begin with.
        </EmptyState>
      ) : (
        <div className="stack">
          <div className="row">{create}</div>
          <div className="sponsorship-tiers">
            {tiers.map((tier) => (
              <TierFacts
                key={tier.id}
                tier={tier}
                actions={
                  <>
                    <Button
                      size="s"
                      icon="pencil"
                      aria-label={`Edit ${tier.name}`}
                      onClick={() => setOpen({ dialog: 'edit', tier })}
                    >
                      Edit
                    </Button>
                    <Button
                      size="s"
                      icon="trash-2"
                      aria-label={`Delete ${tier.name}`}
                      onClick={() => setOpen({ dialog: 'delete', tier })}
                    >
                      Delete
                    </Button>
                  </>
                }
              />
            ))}
          </div>
        </div>
      )}
      {(open?.dialog === 'new' || open?.dialog === 'edit') && (
        <TierDialog
          tier={open.dialog === 'edit' ? open.tier : null}
          onClose={close}
          onFailed={tellFailure}
          onSaved={(notice) => {
            close()
            tellSuccess(notice)
          }}
        />
      )}
      {open?.dialog === 'delete' && <DeleteTier tier={open.tier} onClose={close} />}
    </>
  )
}

const DeleteTier = ({ tier: { id, name }, onClose }: { tier: SponsorTier; onClose: () => void }) => (
  <RemoveDialog
    title="Delete Tier"
    question={
      <>
        Are you sure you want to delete the “<bdi>{name}</bdi>” tier? This action cannot be undone.
      </>
    }
    confirmLabel="Delete"
    id={id}
    remove={useDeleteTier()}
    done={{ title: 'Tier Deleted', description: name }}
    failure="There was a problem deleting the sponsorship tier. Please try again."
    onClose={onClose}
  />
)
