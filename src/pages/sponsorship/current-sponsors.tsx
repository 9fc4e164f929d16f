import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
import { syncGithubSponsors } from '#features/work/sponsorship/github-sponsors.contract.ts'
import { removal } from '#features/work/sponsorship/item-dialog.tsx'
import { SponsorDialog } from '#features/work/sponsorship/sponsor-dialog.tsx'
import { SponsorEntry } from '#features/work/sponsorship/sponsor-entry.tsx'
import { SponsorImportDialog } from '#features/work/sponsorship/sponsor-import-dialog.tsx'
import { deleteSponsor, type OwnSponsor, sponsorName } from '#features/work/sponsorship/sponsors.contract.ts'
import { useOwnSponsors, useSponsorshipCall } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { visuallyHidden } from '#ui/visually-hidden.tsx'
import { ConfirmAction, useAction } from '#web/action.tsx'
import { Loaded } from '#web/loaded.tsx'
import { PageBar } from '#web/page-bar.tsx'
import { sponsorshipHref } from './sponsorship-address.ts'

type Open = { dialog: 'new' | 'import' } | { dialog: 'edit' | 'remove'; sponsor: OwnSponsor } | null

/** The member's sponsors, page by page, with buttons to add, import, and sync them. */
export function CurrentSponsors({ viewer, page }: { viewer: Viewer; page: number }) {
  const { ownerUsername } = useSite()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <div className="stack">
      <div className="row for-writers">
        <Button size="s" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
          {t('Add Sponsor')}
        </Button>
        <Button size="s" icon="upload" onClick={() => setOpen({ dialog: 'import' })}>
          {rich('Import<hidden> CSV</hidden>', { hidden: visuallyHidden })}
        </Button>
        {viewer.username === ownerUsername && <SyncButton />}
      </div>
      <SponsorList page={page} onOpen={setOpen} />
      {open?.dialog === 'new' && <SponsorDialog sponsor={null} onClose={close} />}
      {open?.dialog === 'edit' && <SponsorDialog sponsor={open.sponsor} onClose={close} />}
      <SponsorImportDialog isOpen={open?.dialog === 'import'} onClose={close} />
      {open?.dialog === 'remove' && <RemoveSponsor sponsor={open.sponsor} onClose={close} />}
    </div>
  )
}

function SyncButton() {
  const call = useSponsorshipCall()
  const { run, isBusy } = useAction(async () => {
    const { message } = await call(syncGithubSponsors, {})
    showToast({ title: t('Sponsors Updated'), description: message, variant: 'success' })
  }, t('Failed to sync with GitHub. Please try again.'))
  return (
    <Button size="s" icon="github" busy={isBusy} onClick={() => void run()}>
      {isBusy
        ? rich('Syncing...<hidden> with GitHub</hidden>', { hidden: visuallyHidden })
        : rich('Sync<hidden> with GitHub</hidden>', { hidden: visuallyHidden })}
    </Button>
  )
}

function SponsorList({ page, onOpen }: { page: number; onOpen: (open: Open) => void }) {
  const query = useOwnSponsors(page)
  const mayPublish = useMayPublish()
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={3} label={t('Loading your sponsors')} />}
      failed={t('Your sponsors failed to load')}
    >
      {({ sponsors, total, totalPages }) => {
        if (total === 0)
          return (
            <EmptyState icon="users" title={t('No sponsors yet')}>
              {mayPublish && t('Sponsors from GitHub appear automatically. Add others manually or from a file.')}
            </EmptyState>
          )
        if (sponsors.length === 0)
          return (
            <EmptyState
              actions={<ButtonLink href={sponsorshipHref('sponsors')}>{t('Go to the first page')}</ButtonLink>}
            >
              {t('There are no sponsors on this page.')}
            </EmptyState>
          )
        return (
          <>
            <div className="entries" aria-busy={query.isPlaceholderData}>
              {sponsors.map((sponsor) => (
                <SponsorEntry
                  key={sponsor.id}
                  sponsor={sponsor}
                  onEdit={() => onOpen({ dialog: 'edit', sponsor })}
                  onRemove={() => onOpen({ dialog: 'remove', sponsor })}
                />
              ))}
            </div>
            <PageBar page={page} totalPages={totalPages} hrefOf={(other) => sponsorshipHref('sponsors', other)} />
          </>
        )
      }}
    </Loaded>
  )
}

function RemoveSponsor({ sponsor, onClose }: { sponsor: OwnSponsor; onClose: () => void }) {
  const call = useSponsorshipCall()
  const { id } = sponsor
  const name = sponsorName(sponsor)
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title={t('Remove Sponsor')}
      description={rich('Are you sure you want to remove {name} from your sponsors?', { name: <bdi>{name}</bdi> })}
      confirmLabel={t('Remove')}
      action={() => call(deleteSponsor, { params: { id } })}
      {...removal(name, t('Sponsor Removed'), t('There was a problem removing the sponsor. Please try again.'))}
    />
  )
}
