import { useState } from 'react'
import { PageBar } from '#web/page-bar.tsx'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { SponsorDialog } from '#features/work/sponsorship/sponsor-dialog.tsx'
import { SponsorEntry } from '#features/work/sponsorship/sponsor-entry.tsx'
import { SponsorImportDialog } from '#features/work/sponsorship/sponsor-import-dialog.tsx'
import type { OwnSponsor } from '#features/work/sponsorship/sponsors.contract.ts'
import { useOwnSponsors, useRemoveSponsor, useSponsorSync } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { PartFailed } from './part-failed.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { sponsorshipHref } from './sponsorship-address.ts'
import { tellFailure, tellSuccess } from './tell.ts'

type Open = { dialog: 'new' | 'import' } | { dialog: 'edit' | 'remove'; sponsor: OwnSponsor } | null

/** The member's sponsors, page by page, and where more come from. */
export function CurrentSponsors({ viewer, page }: { viewer: Viewer; page: number }) {
  const { ownerUsername } = useSite()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <div className="stack">
      <div className="row">
        <Button size="s" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
          Add Sponsor
        </Button>
        <Button size="s" icon="upload" onClick={() => setOpen({ dialog: 'import' })}>
          Import<span className="visually-hidden"> CSV</span>
        </Button>
        {viewer.username === ownerUsername && <SyncButton />}
      </div>
      <SponsorList page={page} onOpen={setOpen} />
      {(open?.dialog === 'new' || open?.dialog === 'edit') && (
        <SponsorDialog
          sponsor={open.dialog === 'edit' ? open.sponsor : null}
          onClose={close}
          onFailed={tellFailure}
          onSaved={(notice) => {
            close()
            tellSuccess(notice)
          }}
        />
      )}
      <SponsorImportDialog isOpen={open?.dialog === 'import'} onClose={close} />
      {open?.dialog === 'remove' && <RemoveSponsor sponsor={open.sponsor} onClose={close} />}
    </div>
  )
}

function SyncButton() {
  const { mutate, isPending } = useSponsorSync()
  const sync = () =>
    mutate(undefined, {
      onSuccess: ({ message }) => tellSuccess({ title: 'Sponsors Updated', description: message }),
      onError: (reason) =>
        tellFailure({ title: 'Error', description: messageOf(reason, 'GitHub could not be asked. Please try again.') }),
    })
  return (
    <Button size="s" icon="github" busy={isPending} onClick={sync}>
      {isPending ? 'Syncing...' : 'Sync'}
      <span className="visually-hidden"> with GitHub</span>
    </Button>
  )
}

function SponsorList({ page, onOpen }: { page: number; onOpen: (open: Open) => void }) {
  const { data, error, isPlaceholderData, refetch } = useOwnSponsors(page)
  if (!data && error)
    return <PartFailed title="Your sponsors could not be loaded" reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons count={3} label="Loading your sponsors" />
  if (data.total === 0)
    return (
      <EmptyState icon="users" title="No sponsors yet">
        Sponsors from GitHub come by themselves. Others you add by hand, or from a file.
      </EmptyState>
    )
  if (data.sponsors.length === 0)
    return (
      <EmptyState actions={<ButtonLink href={sponsorshipHref('sponsors')}>Go to the first page</ButtonLink>}>
        There is nobody on this page.
      </EmptyState>
    )
  return (
    <>
      <div className="entries" aria-busy={isPlaceholderData}>
        {data.sponsors.map((sponsor) => (
          <SponsorEntry
            key={sponsor.id}
            sponsor={sponsor}
            onEdit={() => onOpen({ dialog: 'edit', sponsor })}
            onRemove={() => onOpen({ dialog: 'remove', sponsor })}
          />
        ))}
      </div>
      <PageBar page={page} totalPages={data.totalPages} hrefOf={(other) => sponsorshipHref('sponsors', other)} />
    </>
  )
}

const RemoveSponsor = ({ sponsor: { id, displayName }, onClose }: { sponsor: OwnSponsor; onClose: () => void }) => (
  <RemoveDialog
    title="Remove Sponsor"
    question={
      <>
        Are you sure you want to remove <bdi>{displayName}</bdi> from your sponsors?
      </>
    }
    confirmLabel="Remove"
    id={id}
    remove={useRemoveSponsor()}
    done={{ title: 'Sponsor Removed', description: displayName }}
    failure="There was a problem removing the sponsor. Please try again."
    onClose={onClose}
  />
)
