import { t } from '#messages/messages.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { ContributionGrid } from '#features/work/github/contribution-grid.tsx'
import { useContributions } from '#features/work/github/github.hooks.ts'
import { githubHref } from '../github/github-address.ts'
import { Block } from './portfolio-block.tsx'
import type { BlockProps } from './shared-blocks.tsx'

/** A year of the member's contributions on GitHub. */
export function GithubYear({ user }: BlockProps) {
  if (!useIsOn('github')) return null
  if (user.githubUsername !== null) return <Contributions user={user} />
  return (
    <Block name="github" user={user} title={t('GitHub')} isEmpty>
      {null}
    </Block>
  )
}

function Contributions({ user }: BlockProps) {
  const { username } = user
  const { data } = useContributions(username)
  if (!data || data.totalContributions === 0) return null
  const count = data.totalContributions
  return (
    <Block name="github" user={user} title={t('GitHub')} more={githubHref({ username })} isEmpty={false}>
      <ContributionGrid
        days={data.weeks}
        caption={t('{count, plural, one {# contribution in the last year} other {# contributions in the last year}}', {
          count,
        })}
      />
    </Block>
  )
}
