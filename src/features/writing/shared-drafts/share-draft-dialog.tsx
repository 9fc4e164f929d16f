import './share-draft-dialog.css'
import { type ReactNode, useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { sharedDraftAddress } from './shared-draft-addresses.contract.ts'
import { type DraftLink, linkDays } from './shared-drafts.contract.ts'
import { useDraftLink } from './shared-drafts.hooks.ts'

type Days = (typeof linkDays)[number]
const daysLabel = (days: Days): string => (days === null ? t('Until you revoke it') : t('For {days} days', { days }))

interface Props {
  draftKey: string
  onClose: () => void
}

/** The dialog where an author creates, copies, and revokes the secret link to a draft. */
export function ShareDraftDialog({ draftKey, onClose }: Props) {
  const { data: link, isError, refetch, share, revoke } = useDraftLink(draftKey)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Share draft')}
      description={t(
        'Anyone with the secret link can read the current draft and comment on it, even without an account. Comments are private, and are deleted when you publish or discard the draft.',
      )}
    >
      {isError && (
        <p role="alert">
          {t('The link failed to load.')}{' '}
          <Button size="s" onClick={() => void refetch()}>
            {t('Try Again')}
          </Button>
        </p>
      )}
      {link === null && <NewLink onShare={share} />}
      {link && <PresentLink link={link} onShare={share} onRevoke={revoke} />}
    </Dialog>
  )
}

interface NewLinkProps {
  onShare: (days: Days) => Promise<unknown>
}

function NewLink({ onShare }: NewLinkProps) {
  const [days, setDays] = useState<Days>(null)
  const { run, isBusy } = useAction(onShare, t('Failed to create the link. Please try again.'))
  return (
    <div className="share-draft">
      <DaysField days={days} onChange={setDays} />
      <div className="dialog-actions">
        <Button variant="primary" icon="link" busy={isBusy} onClick={() => void run(days)}>
          {t('Create link')}
        </Button>
      </div>
    </div>
  )
}

interface PresentLinkProps extends NewLinkProps {
  link: DraftLink
  onRevoke: () => Promise<unknown>
}

function PresentLink({ link: { token, expiresAt }, onShare, onRevoke }: PresentLinkProps) {
  const url = location.origin + sharedDraftAddress.href({ token })
  const extend = useAction(onShare, t('Failed to change the link. Please try again.'))
  const revoke = useAction(onRevoke, t('Failed to revoke the link. Please try again.'))
  async function copy() {
    const isCopied = await copyText(url)
    showToast(isCopied ? { title: t('Link copied'), variant: 'success' } : { title: t('Copy the link manually') })
  }
  return (
    <div className="share-draft">
      <div className="share-draft-link">
        <TextInput label={t('Secret link')} value={url} readOnly onFocus={({ target }) => target.select()} />
        <Button icon="copy" variant="primary" onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      </div>
      <DaysField
        days={expiresAt === null ? null : undefined}
        hint={expiresAt !== null && rich('It works until {time}.', { time: <Time iso={expiresAt} as="exact" /> })}
        onChange={(days) => void extend.run(days)}
      />
      <div className="dialog-actions">
        <Button variant="danger" busy={revoke.isBusy} onClick={() => void revoke.run()}>
          {t('Revoke link')}
        </Button>
      </div>
    </div>
  )
}

interface DaysFieldProps {
  /** Undefined for an existing link that expires; the hint then shows when. */
  days: Days | undefined
  hint?: ReactNode
  onChange: (days: Days) => void
}

const DaysField = ({ days, hint, onChange }: DaysFieldProps) => (
  <Select
    label={t('The link works')}
    hint={hint}
    value={days === undefined ? 'limited' : String(days)}
    onChange={({ target }) => onChange(linkDays.find((one) => String(one) === target.value) ?? null)}
  >
    {days === undefined && <option value="limited">{t('Until it expires')}</option>}
    {linkDays.map((one) => (
      <option key={one} value={String(one)}>
        {days === undefined && one !== null ? t('For {days} days from now', { days: one }) : daysLabel(one)}
      </option>
    ))}
  </Select>
)
