import { ProfileLink } from '#features/people/profile-links/profile-link.tsx'
import { useProfileLinks } from '#features/people/profile-links/profile-links.hooks.ts'
import { TalkList } from '#features/people/talks/talk-list.tsx'
import { useTalks } from '#features/people/talks/talks.hooks.ts'
import { TestimonialList } from '#features/people/testimonials/testimonial-list.tsx'
import { useTestimonials } from '#features/people/testimonials/testimonials.hooks.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { SkillList } from '#features/people/profiles/skill-list.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { linksOf } from './elsewhere.ts'
import { ProfileProjects } from './profile-projects.tsx'

/** The member's bio, skills, projects, talks, testimonials, and links. */
export function ProfileAbout({ user }: { user: User }) {
  const { bio, skills } = user
  const hasProjects = useIsOn('projects')
  return (
    <div className="profile-about">
      <section>
        <h2>Bio</h2>
        {bio ? (
          <p className="profile-bio" dir="auto">
            {bio}
          </p>
        ) : (
          <p className="profile-none">No bio provided.</p>
        )}
      </section>
      <section>
        <h2>Skills</h2>
        {skills.length > 0 ? <SkillList skills={skills} /> : <p className="profile-none">No skills listed.</p>}
      </section>
      {hasProjects && <ProfileProjects user={user} />}
      <Talks user={user} />
      <Testimonials user={user} />
      <Elsewhere user={user} />
    </div>
  )
}

function Talks({ user: { id } }: { user: User }) {
  const { talks = [] } = useTalks(id).data ?? {}
  if (talks.length === 0) return null
  return (
    <section>
      <h2>Talks</h2>
      <TalkList talks={talks} />
    </section>
  )
}

function Testimonials({ user: { id } }: { user: User }) {
  const { testimonials = [] } = useTestimonials(id).data ?? {}
  if (testimonials.length === 0) return null
  return (
    <section>
      <h2>Testimonials</h2>
      <TestimonialList testimonials={testimonials} />
    </section>
  )
}

/** The member's pages on other sites. */
function Elsewhere({ user }: { user: User }) {
  const links = linksOf(user, useProfileLinks(user.id).data)
  if (links.length === 0) return null
  return (
    <section>
      <h2>Elsewhere</h2>
      <ul className="profile-links">
        {links.map((link) => (
          <li key={link.url}>
            <ProfileLink {...link} inFull />
          </li>
        ))}
      </ul>
    </section>
  )
}
