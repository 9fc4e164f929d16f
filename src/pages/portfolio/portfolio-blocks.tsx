import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { PortfolioBlock as BlockName } from '#features/admin/site-settings/home-names.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { SkillList } from '#features/people/profiles/skill-list.tsx'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { GithubYear } from './github-year.tsx'
import { Block } from './portfolio-block.tsx'
import { type BlockProps, Elsewhere, Projects, Talks, Testimonials } from './shared-blocks.tsx'
import { Writing } from './portfolio-writing.tsx'

const portfolioTalksShown = 6

const blocks: Record<BlockName, (props: BlockProps) => ReactNode> = {
  projects: Projects,
  writing: Writing,
  talks: ({ user }) => <Talks user={user} max={portfolioTalksShown} />,
  github: GithubYear,
  skills: Skills,
  testimonials: Testimonials,
  pages: Pages,
  links: Elsewhere,
}

/** The blocks in the order of the settings. Visitors do not see blocks that have nothing to show. */
export const PortfolioBlocks = ({ user, blocks: names }: BlockProps & { blocks: BlockName[] }) => (
  <div className="portfolio-blocks">
    {names.map((name) => {
      const Shown = blocks[name]
      return <Shown key={name} user={user} />
    })}
  </div>
)

function Skills({ user }: BlockProps) {
  return (
    <Block name="skills" user={user} title={t('Skills')} isEmpty={user.skills.length === 0}>
      <SkillList skills={user.skills} />
    </Block>
  )
}

/** The site's pages in the navigation. */
function Pages({ user }: BlockProps) {
  const { pages = [] } = useSite()
  return (
    <Block name="pages" user={user} title={t('Pages')} isEmpty={pages.length === 0}>
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
