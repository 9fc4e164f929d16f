import { useQuery } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { ContributionGrid } from '#features/work/github/contribution-grid.tsx'
import { contributionsQuery } from '#features/work/github/github.hooks.ts'
import { githubHref } from '../github/github-address.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Block } from './portfolio-block.tsx'
import type { BlockProps } from './shared-blocks.tsx'

/** A year of the member's contributions on GitHub. The member always sees the block, so that saving a GitHub username
 *  does not remove the dialog in which it was entered. */
export function GithubYear({ user }: BlockProps) {
  const { username, githubUsername } = user
  const isOn = useIsOn('github')
  const isOwn = useViewer()?.id === user.id
  const isEmpty = githubUsername === null
  const { data } = useQuery({ ...contributionsQuery(username), enabled: isOn && !isEmpty })
  const count = data?.totalContributions
  if (!isOn || !(count || isOwn)) return null
  return (
    <Block name="github" user={user} title={t('GitHub')} more={!isEmpty && githubHref({ username })} isEmpty={isEmpty}>
      {count === 0 && <p className="meta">{t('No contributions in the last year.')}</p>}
      {data && count ? (
        <ContributionGrid
          days={data.weeks}
          caption={t(
            '{count, plural, one {# contribution in the last year} other {# contributions in the last year}}',
            { count },
          )}
        />
      ) : null}
    </Block>
  )
}
