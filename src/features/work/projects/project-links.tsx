import { t } from '#messages/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { IconName } from '#ui/icon-names.ts'
import type { Project } from './projects.contract.ts'

interface Props {
  project: Project
  size?: 'm' | 's'
  /** Whether to link to the video; false if the page itself plays it. */
  withVideo?: boolean
}

/** Links to a project's deployment, repository, and video. */
export function ProjectLinks({ project, size = 's', withVideo = true }: Props) {
  const { title, deploymentUrl, githubUrl, demoVideoUrl } = project
  const links: [address: string, label: string, icon: IconName][] = [
    [deploymentUrl, t('Live (context: link to a project)'), 'external-link'],
    [githubUrl, t('Code'), isOnGithub(githubUrl) ? 'github' : 'code'],
    [withVideo ? demoVideoUrl : '', t('Video'), 'play'],
  ]
  const shown = links.filter(([address]) => address !== '')
  if (shown.length === 0) return null
  return (
    <div className="row project-links">
      {shown.map(([address, label, icon]) => (
        <ButtonLink
          key={label}
          href={address}
          icon={icon}
          size={size}
          target="_blank"
          rel="ugc nofollow noopener"
          aria-label={`${label}: ${title}`}
        >
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}

const isOnGithub = (address: string): boolean => URL.parse(address)?.hostname === 'github.com'
