import { t } from '#messages/messages.ts'
import './sponsor-entry.css'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { amountShown, isFromGithub, type OwnSponsor, sinceShown, sponsorName } from './sponsors.contract.ts'

interface Props {
  sponsor: OwnSponsor
  onEdit: () => void
  onRemove: () => void
}

/** A sponsor in the member's management list. Source: docs/product.md, Sponsorship */
export function SponsorEntry({ sponsor, onEdit, onRemove }: Props) {
  const { username, profileImage, amount, since } = sponsor
  const name = sponsorName(sponsor)
  return (
    <article className="sponsor-entry">
      <Avatar name={name} image={profileImage} />
      <div className="sponsor-entry-who">
        <h3 className="sponsor-entry-name" dir="auto">
          {name}
        </h3>
        <p className="meta">
          {username && <bdi className="sponsor-entry-username">@{username}</bdi>}
          <span>{sinceShown(since)}</span>
        </p>
      </div>
      <Badge color="green">{amountShown(amount)}</Badge>
      {isFromGithub(sponsor) ? (
        <span className="meta sponsor-entry-source">{t('GitHub')}</span>
      ) : (
        <span className="sponsor-entry-actions">
          <IconButton icon="pencil" className="for-writers" label={t('Edit {name}', { name })} onClick={onEdit} />
          <IconButton icon="trash-2" label={t('Remove {name}', { name })} onClick={onRemove} />
        </span>
      )}
    </article>
  )
}
