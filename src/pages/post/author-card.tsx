import { t } from '#messages/messages.ts'
import './author-card.css'
import { feedFormats, feedPath, formats } from '#features/discovery/feeds/feeds.contract.ts'
import { FollowButton } from '#features/people/follows/follow-button.tsx'
import { bioLead } from '#features/people/profiles/bio-lead.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { useUser } from '#features/people/profiles/profiles.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'

const bioLength = 220

/** The author at the end of an article, with ways to follow them. Renders nothing until the profile is known. */
export function AuthorCard({ username }: { username: string }) {
  const { data: user } = useUser(username)
  if (!user) return null
  const { displayName, profileImage, title, bio } = user
  return (
    <section className="author-card h-card" aria-label={t('About the author')}>
      <AuthorLink user={user} className="author-card-who u-url">
        <Avatar name={displayName} image={profileImage} size="l" />
        <span>
          <span className="author-card-over overline">{t('Written by')}</span>
          <bdi className="author-card-name p-name">{displayName}</bdi>
          <span className="author-card-title">{title || t('Software Developer')}</span>
        </span>
      </AuthorLink>
      <FollowButton user={user} />
      {bio && (
        <p className="author-card-bio" dir="auto">
          {bioLead(bio, bioLength)}
        </p>
      )}
      <FeedLinks folder={profileAddress.href({ username: user.username })} />
    </section>
  )
}

/** The author's feeds, in every format. */
const FeedLinks = ({ folder }: { folder: string }) => (
  <p className="author-card-feeds">
    <Icon name="rss" />
    {t('Subscribe:')}
    {formats.map((format) => (
      <a key={format} href={feedPath(folder, format)} className="link" target="_blank" rel="noopener">
        {feedFormats[format].label}
      </a>
    ))}
  </p>
)
