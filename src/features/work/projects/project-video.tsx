import { t } from '#messages/messages.ts'
import './project-video.css'
import { ButtonLink } from '#ui/button.tsx'
import { getProjectVideo, type Project } from './projects.contract.ts'

interface Props {
  project: Project
}

/** The demo video, in an iframe that is loaded only when the video is played: a YouTube or Vimeo player, or this site's
 *  own page for a file. Other videos are links. */
export const ProjectVideo = ({ project: { id, title, demoVideo, demoVideoUrl } }: Props) => (
  <>
    {demoVideo?.kind === 'frame' && (
      <Frame src={demoVideo.src} title={t('Demo of {title}', { title })} {...playerAttributes} />
    )}
    {demoVideo?.kind === 'file' && (
      <Frame src={getProjectVideo.href({ id })} title={t('Demo of {title}', { title })} {...playerAttributes} />
    )}
    {demoVideo?.kind !== 'frame' && (
      <ButtonLink
        href={demoVideoUrl}
        icon="play"
        target="_blank"
        rel="ugc nofollow noopener"
        className="project-video-link"
      >
        {demoVideo ? t('Open the video') : t('Watch the demo')}
      </ButtonLink>
    )}
  </>
)

/** The same as for players in posts: `allow-same-origin` refers to the player's own origin, not this site's. */
const playerAttributes = {
  sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
  referrerPolicy: 'strict-origin-when-cross-origin',
  allow: 'encrypted-media; fullscreen; picture-in-picture',
  loading: 'lazy',
  className: 'project-video',
} as const
const Frame = 'iframe'
