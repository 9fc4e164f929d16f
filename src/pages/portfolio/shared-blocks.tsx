import './portfolio-blocks.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { useIsOn, useSite } from '#features/discovery/site/site.hooks.ts'
import { ProfileLink } from '#features/people/profile-links/profile-link.tsx'
import { useProfileLinks } from '#features/people/profile-links/profile-links.hooks.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { TalkList } from '#features/people/talks/talk-list.tsx'
import { useTalks } from '#features/people/talks/talks.hooks.ts'
import { TestimonialList } from '#features/people/testimonials/testimonial-list.tsx'
import { useTestimonials } from '#features/people/testimonials/testimonials.hooks.ts'
import { ProjectCard } from '#features/work/projects/project-card.tsx'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { useProjects } from '#features/work/projects/projects.hooks.ts'
import { Icon } from '#ui/icon.tsx'
import { linksOf } from '../profile/elsewhere.ts'
import { profileHref } from '../profile/profile-address.ts'
import { Block } from './portfolio-block.tsx'

// The blocks that portfolios and profiles share.

export interface BlockProps {
  user: User
}

const maxProjects = 6

export const Projects = (props: BlockProps) => useIsOn('projects') && <ProjectsOf {...props} />

function ProjectsOf({ user }: BlockProps) {
  const { id, username } = user
  const { data: projects = [], isSuccess } = useProjects({ userId: id })
  if (!isSuccess) return null
  const more = projects.length > maxProjects && projectsAddress.href({ username })
  return (
    <Block name="projects" user={user} title={t('Projects')} more={more} isEmpty={projects.length === 0}>
      <ul className="portfolio-projects">
        {projects.slice(0, maxProjects).map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} isOfOne heading="h3" />
          </li>
        ))}
      </ul>
    </Block>
  )
}

interface TalksProps extends BlockProps {
  /** The number of talks to show. */
  max: number
}

export function Talks({ user, max }: TalksProps) {
  const { id, username } = user
  const { data } = useTalks(id)
  if (!data) return null
  const { talks } = data
  const more = talks.length > max && profileHref(username, { tab: 'about' })
  return (
    <Block name="talks" user={user} title={t('Talks')} more={more} isEmpty={talks.length === 0}>
      <TalkList talks={talks.slice(0, max)} />
    </Block>
  )
}

export function Testimonials({ user }: BlockProps) {
  const { data } = useTestimonials(user.id)
  if (!data) return null
  return (
    <Block name="testimonials" user={user} title={t('Testimonials')} isEmpty={data.testimonials.length === 0}>
      <TestimonialList testimonials={data.testimonials} />
    </Block>
  )
}

/** The member's pages on other sites, and the contact form if it is theirs. */
export function Elsewhere({ user }: BlockProps) {
  const { hasContactForm, ownerUsername } = useSite()
  const isReachable = hasContactForm === true && ownerUsername === user.username
  const links = linksOf(user, useProfileLinks(user.id).data)
  return (
    <Block name="links" user={user} title={t('Elsewhere')} isEmpty={links.length === 0 && !isReachable}>
      <ul className="portfolio-elsewhere">
        {isReachable && (
          <li>
            <Icon name="mail" />
            <Link href={contactAddress.href()} className="link">
              {t('Send a message')}
            </Link>
          </li>
        )}
        {links.map((link) => (
          <li key={link.url}>
            <ProfileLink {...link} inFull />
          </li>
        ))}
      </ul>
    </Block>
  )
}
