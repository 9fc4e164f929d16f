import type { User } from '#features/profiles/profiles.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { githubAddress } from './github-address.ts'

interface Props {
  user: User
  isOwn: boolean
}

/** What the member does on GitHub. */
export function ProfileGithub({ user: { displayName, githubUsername }, isOwn }: Props) {
  if (githubUsername === null) return <NotConnected name={displayName} isOwn={isOwn} />
  return (
    <EmptyState
      icon="github"
      title="No GitHub activity yet"
      actions={
        <ButtonLink href={githubAddress(githubUsername)} icon="external-link" target="_blank" rel="noopener">
          View Full Profile on GitHub
        </ButtonLink>
      }
    >
      What {isOwn ? 'you do' : `${displayName} does`} as {githubUsername} can be seen there.
    </EmptyState>
  )
}

function NotConnected({ name, isOwn }: { name: string; isOwn: boolean }) {
  const connect = (
    <ButtonLink variant="primary" href="/settings" icon="github">
      Connect GitHub
    </ButtonLink>
  )
  return (
    <EmptyState icon="github" title="GitHub not connected" actions={isOwn && connect}>
      {isOwn
        ? 'Write your GitHub username into your settings, and visitors find the way to what you build.'
        : `${name} has not connected a GitHub account.`}
    </EmptyState>
  )
}
