import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { PortfolioBlock as BlockName } from '#features/admin/site-settings/home-names.contract.ts'
import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { useIsOn, useSite } from '#features/discovery/site/site.hooks.ts'
import { ProfileLink } from '#features/people/profile-links/profile-link.tsx'
import { useProfileLinks } from '#features/people/profile-links/profile-links.hooks.ts'
import { SkillList } from '#features/people/profiles/skill-list.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { TalkList } from '#features/people/talks/talk-list.tsx'
import { useTalks } from '#features/people/talks/talks.hooks.ts'
import { TestimonialList } from '#features/people/testimonials/testimonial-list.tsx'
import { useTestimonials } from '#features/people/testimonials/testimonials.hooks.ts'
import { ContributionGrid } from '#features/work/github/contribution-grid.tsx'
import { useContributions } from '#features/work/github/github.hooks.ts'
import { ProjectCard } from '#features/work/projects/project-card.tsx'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { useProjects } from '#features/work/projects/projects.hooks.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { githubHref } from '../github/github-address.ts'
import { linksOf } from '../profile/elsewhere.ts'
import { profileHref } from '../profile/profile-address.ts'
import { Block } from './portfolio-block.tsx'
import { Writing } from './portfolio-writing.tsx'

interface BlockProps {
  user: User
}

const blocks: Record<BlockName, (props: BlockProps) => ReactNode> = {
  projects: Projects,
  writing: Writing,
  talks: Talks,
  github: GithubYear,
  skills: Skills,
  testimonials: Testimonials,
  pages: Pages,
  links: Elsewhere,
}

/** The blocks in the order of the settings. A block that has nothing to show is left out. */
export const PortfolioBlocks = ({ user, blocks: names }: BlockProps & { blocks: BlockName[] }) => (
  <div className="portfolio-blocks">
    {names.map((name) => {
      const Shown = blocks[name]
      return <Shown key={name} user={user} />
    })}
  </div>
)

const maxProjects = 6

function Projects({ user: { id, username } }: BlockProps) {
  const hasProjects = useIsOn('projects')
  const { data: projects = [] } = useProjects({ userId: id })
  if (!hasProjects || projects.length === 0) return null
  return (
    <Block name="projects" title="Projects" more={projects.length > maxProjects && projectsAddress.href({ username })}>
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

function GithubYear({ user: { username, githubUsername } }: BlockProps) {
  const hasGithub = useIsOn('github') && githubUsername !== null
  return hasGithub ? <Contributions username={username} /> : null
}

function Contributions({ username }: { username: string }) {
  const { data } = useContributions(username)
  if (!data || data.totalContributions === 0) return null
  const total = data.totalContributions.toLocaleString('en-US')
  return (
    <Block name="github" title="GitHub" more={githubHref({ username })}>
      <ContributionGrid
        days={data.weeks}
        caption={`${total} ${data.totalContributions === 1 ? 'contribution' : 'contributions'} in the last year`}
      />
    </Block>
  )
}

function Skills({ user: { skills } }: BlockProps) {
  if (skills.length === 0) return null
  return (
    <Block name="skills" title="Skills">
      <SkillList skills={skills} />
    </Block>
  )
}

const maxTalksShown = 6

function Talks({ user: { id, username } }: BlockProps) {
  const { talks = [] } = useTalks(id).data ?? {}
  if (talks.length === 0) return null
  return (
    <Block name="talks" title="Talks" more={talks.length > maxTalksShown && profileHref(username, { tab: 'about' })}>
      <TalkList talks={talks.slice(0, maxTalksShown)} />
    </Block>
  )
}

function Testimonials({ user: { id } }: BlockProps) {
  const { testimonials = [] } = useTestimonials(id).data ?? {}
  if (testimonials.length === 0) return null
  return (
    <Block name="testimonials" title="Testimonials">
      <TestimonialList testimonials={testimonials} />
    </Block>
  )
}

/** The site's pages in the navigation. */
function Pages() {
  const { pages = [] } = useSite()
  if (pages.length === 0) return null
  return (
    <Block name="pages" title="Pages">
      <ul className="portfolio-pages">
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <Link href={sitePageAddress.href({ slug })}>
              <bdi>{title}</bdi>
              <span className="meta">/{slug}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Elsewhere({ user }: BlockProps) {
  const site = useSite()
  const links = linksOf(user, useProfileLinks(user.id).data)
  if (links.length === 0 && !site.hasContactForm) return null
  return (
    <Block name="links" title="Elsewhere">
      <ul className="portfolio-elsewhere">
        {site.hasContactForm && (
          <li>
            <Icon name="mail" />
            <Link href={contactAddress.href()} className="link">
              Send a message
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
