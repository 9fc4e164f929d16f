import type { GithubRepository } from '#features/work/github/github.contract.ts'
import { useRepositories } from '#features/work/github/github.hooks.ts'
import { RepositoryEntry } from '#features/work/github/repository-entry.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'

/** The repositories that have the words in their name, description or language. */
export function GithubRepositories({ user, q }: { user: User; q: string }) {
  const { data, error } = useRepositories(user.username)
  if (!data && !error) return <Skeletons count={5} label="Loading repositories" />
  if (!data) {
    return (
      <ErrorPanel
        title="Error Loading Repositories"
        actions={<Button onClick={() => location.reload()}>Try Again</Button>}
      >
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const found = data.filter((repository) => hasWords(repository, q))
  if (found.length === 0) {
    return (
      <EmptyState icon="folder-git-2" title="No Repositories Found">
        {q === ''
          ? `${user.displayName} has no public repositories, or they have not been read yet.`
          : `No name, description or language has “${q}”.`}
      </EmptyState>
    )
  }
  return (
    <ul className="repositories">
      {found.map((repository) => (
        <RepositoryEntry key={repository.fullName} repository={repository} />
      ))}
    </ul>
  )
}

function hasWords({ name, description, language }: GithubRepository, q: string): boolean {
  const text = [name, description, language].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
