import { t } from '#messages/messages.ts'
import './sponsor-entry.css'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
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
  const mayPublish = useMayPublish()
  const isGithub = isFromGithub(sponsor)
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
      <span className="sponsor-entry-actions">
        {isGithub ? (
          <span className="meta">{t('GitHub')}</span>
        ) : (
          <IconButton icon="pencil" className="for-writers" label={t('Edit {name}', { name })} onClick={onEdit} />
        )}
        {(!isGithub || !mayPublish) && (
          <IconButton icon="trash-2" label={t('Remove {name}', { name })} onClick={onRemove} />
        )}
      </span>
    </article>
  )
}
