import { Suspense } from 'react'
import { SkillList } from '#features/people/profiles/skill-list.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { maxTalks } from '#features/people/talks/talks.contract.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { Elsewhere, Projects, Talks, Testimonials } from '../portfolio/portfolio-content.tsx'
import { Writing } from '../portfolio/portfolio-writing.tsx'

/** Loaded only on this tab. */
const GithubYear = lazyPart(
  async () => (await import('../portfolio/github-year.tsx')).GithubYear,
  () => null,
)

/** The member's bio and skills, and the blocks of their portfolio. */
export function ProfileAbout({ user }: { user: User }) {
  const { bio, skills } = user
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
      <Projects user={user} />
      <Writing user={user} />
      <Talks user={user} most={maxTalks} />
      {user.githubUsername !== null && (
        <Suspense fallback={<div className="profile-github-year" />}>
          <GithubYear user={user} />
        </Suspense>
      )}
      <Testimonials user={user} />
      <Elsewhere user={user} />
    </div>
  )
}
