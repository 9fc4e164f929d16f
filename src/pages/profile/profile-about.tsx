import { t } from '#messages/messages.ts'
import { SkillList } from '#features/people/profiles/skill-list.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { maxTalks } from '#features/people/talks/talks.contract.ts'
import { useContentLang } from '#ui/content-language.ts'
import { GithubYear } from '../portfolio/github-year.tsx'
import { Elsewhere, Projects, Talks, Testimonials } from '../portfolio/shared-blocks.tsx'
import { Writing } from '../portfolio/portfolio-writing.tsx'

/** The member's bio and skills, and the blocks of their portfolio. */
export function ProfileAbout({ user }: { user: User }) {
  const { bio, skills } = user
  const lang = useContentLang()
  return (
    <div className="profile-about">
      <section>
        <h2>{t('Bio')}</h2>
        {bio ? (
          <p className="profile-bio" dir="auto" lang={lang}>
            {bio}
          </p>
        ) : (
          <p className="profile-none">{t('No bio provided.')}</p>
        )}
      </section>
      <section>
        <h2>{t('Skills')}</h2>
        {skills.length > 0 ? <SkillList skills={skills} /> : <p className="profile-none">{t('No skills listed.')}</p>}
      </section>
      <Projects user={user} />
      <Writing user={user} />
      <Talks user={user} max={maxTalks} />
      <GithubYear user={user} />
      <Testimonials user={user} />
      <Elsewhere user={user} />
    </div>
  )
}
