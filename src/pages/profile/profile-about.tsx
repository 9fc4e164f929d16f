import type { User } from '#features/profiles/profiles.contract.ts'
import { Chip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { githubAddress } from './github-address.ts'

/** What the member says of themselves. */
export function ProfileAbout({ user: { bio, skills, githubUsername } }: { user: User }) {
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
        {skills.length > 0 ? (
          <ul className="chips">
            {skills.map((skill) => (
              <li key={skill}>
                <Chip>{skill}</Chip>
              </li>
            ))}
          </ul>
        ) : (
          <p className="profile-none">No skills listed.</p>
        )}
      </section>
      {githubUsername && (
        <section>
          <h2>Elsewhere</h2>
          <a className="profile-link" href={githubAddress(githubUsername)} rel="me noopener">
            <Icon name="github" />
            github.com/{githubUsername}
          </a>
        </section>
      )}
    </div>
  )
}
