import { t } from '#messages/messages.ts'
import type { GithubRepository } from '#features/work/github/github.contract.ts'
import { useRepositories } from '#features/work/github/github.hooks.ts'
import { RepositoryEntry } from '#features/work/github/repository-entry.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'

/** The repositories that match all words in their name, description, or language. */
export const GithubRepositories = ({ user, q }: { user: User; q: string }) => (
  <Loaded
    query={{ ...useRepositories(user.username), refetch: () => location.reload() }}
    loading={<Skeletons count={5} label={t('Loading repositories')} />}
    failed={t('Error Loading Repositories')}
  >
    {(repositories) => {
      const matching = repositories.filter((repository) => hasWords(repository, q))
      if (matching.length === 0)
        return (
          <EmptyState icon="folder-git-2" title={t('No Repositories Found')}>
            {q === ''
              ? t('{displayName} has no public repositories, or they haven’t been synced yet.', {
                  displayName: user.displayName,
                })
              : t('No results for “{q}”.', { q })}
          </EmptyState>
        )
      return (
        <ul className="repositories">
          {matching.map((repository) => (
            <RepositoryEntry key={repository.fullName} repository={repository} />
          ))}
        </ul>
      )
    }}
  </Loaded>
)

function hasWords({ name, description, language }: GithubRepository, q: string): boolean {
  const text = [name, description, language].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
