import { Suspense } from 'react'
import { t } from '#messages/messages.ts'
import { AvailabilityMark } from '#features/people/profiles/availability-mark.tsx'
import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ProfileLink } from '#features/people/profile-links/profile-link.tsx'
import { useProfileLinks } from '#features/people/profile-links/profile-links.hooks.ts'
import { resumeAddress } from '#features/people/resumes/resume-addresses.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useContentLang } from '#ui/content-language.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { linksOf } from '../profile/elsewhere.ts'

const EditProfileLink = () => (
  <ButtonLink size="s" icon="pencil" href={settingsAddress.href()}>
    {t('Edit profile')}
  </ButtonLink>
)

/** Loaded only for the owner. */
const ProfileEditor = lazyPart(async () => (await import('./profile-editor.tsx')).ProfileEditor, EditProfileLink)

/** Number of links in the introduction. The block “Elsewhere” has all of them. */
const maxLinks = 4

/** The owner's portrait, name, headline, and bio, as the representative h-card of the site. Source: microformats.org,
 *  representative h-card */
export function PortfolioIntro({ user, headline }: { user: User; headline: string }) {
  const { username, displayName, title, profileImage, bio, availability, hasCv } = user
  const { hasContactForm } = useSite()
  const lang = useContentLang()
  const viewer = useViewer()
  const links = linksOf(user, useProfileLinks(user.id).data).slice(0, maxLinks)
  return (
    <header className="portfolio-intro h-card">
      <Avatar name={displayName} image={profileImage} size="xl" className="portfolio-portrait" />
      <div className="portfolio-words">
        <h1 className="portfolio-name" dir="auto">
          <a href={profileAddress.href({ username })} className="p-name u-url">
            {displayName}
          </a>
        </h1>
        <data className="u-url u-uid" value="/" />
        <p
          className={headline === title ? 'portfolio-headline p-job-title' : 'portfolio-headline'}
          dir="auto"
          lang={lang}
        >
          {headline}
        </p>
        {availability && <AvailabilityMark {...availability} />}
        {bio && (
          <p className="portfolio-bio p-note" dir="auto" lang={lang}>
            {bio}
          </p>
        )}
        {(links.length > 0 || hasContactForm || hasCv) && (
          <ul className="portfolio-links">
            {hasContactForm && (
              <li>
                <ButtonLink variant="primary" icon="mail" href={contactAddress.href()}>
                  {t('Get in touch')}
                </ButtonLink>
              </li>
            )}
            {hasCv && (
              <li>
                <ButtonLink icon="file-text" href={resumeAddress.href({ username })}>
                  {t('View CV')}
                </ButtonLink>
              </li>
            )}
            {links.map((link) => (
              <li key={link.url}>
                <ProfileLink {...link} />
              </li>
            ))}
          </ul>
        )}
        {(viewer?.id === user.id || viewer?.role === 'admin') && (
          <p className="row">
            {viewer.id === user.id && (
              <Suspense fallback={<EditProfileLink />}>
                <ProfileEditor />
              </Suspense>
            )}
            {viewer.role === 'admin' && (
              <ButtonLink size="s" icon="columns-2" href={`${adminSettingsAddress.href()}#home-page`}>
                {t('Change layout')}
              </ButtonLink>
            )}
          </p>
        )}
      </div>
    </header>
  )
}
