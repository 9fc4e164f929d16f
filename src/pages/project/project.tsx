import './project.css'
import { Link, useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { projectAddress, projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { ProjectActions } from '#features/work/projects/project-actions.tsx'
import { ProjectLinks } from '#features/work/projects/project-links.tsx'
import { MentionsOfProject } from '#features/work/projects/project-mentions.tsx'
import { RepositoryFacts, RepositoryReadme } from '#features/work/projects/project-repository.tsx'
import { ProjectGallery } from '#features/work/projects/project-gallery.tsx'
import { ProjectThumbnail } from '#features/work/projects/project-thumbnail.tsx'
import { ProjectVideo } from '#features/work/projects/project-video.tsx'
import { type Project } from '#features/work/projects/projects.contract.ts'
import { useProject } from '#features/work/projects/projects.hooks.ts'
import { TechnologyBadges } from '#features/work/projects/technology-badges.tsx'
import { useContentLang } from '#ui/content-language.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { LoadFailed } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'
import { projectHead } from './project-head.ts'
import { projectIn } from './project-in.ts'

export const projectView: PageView<typeof projectAddress> = {
  View: ProjectPage,
  head: (cache, address) => {
    const project = projectIn(cache, address)
    return project
      ? projectHead(project)
      : { title: project === undefined ? t('Project') : t('Project Not Found'), noindex: true }
  },
}

function ProjectPage({ params }: PageProps<typeof projectAddress>) {
  return <div className="page project-page">{params ? <ProjectById id={params.id} /> : <ProjectNotFound />}</div>
}

function ProjectById({ id }: { id: number }) {
  const { data: project, error, refetch } = useProject(id)
  if (project) return <ProjectArticle project={project} />
  if (project === null) return <ProjectNotFound />
  if (error) return <LoadFailed title={t('Error Loading Project')} reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label={t('Loading project')} />
}

const ProjectNotFound = () => (
  <EmptyState
    icon="folder-git-2"
    title={t('Project Not Found')}
    isPageTitle
    actions={<ButtonLink href={projectsAddress.href()}>{t('View all projects')}</ButtonLink>}
  >
    {t('This project does not exist, or it has been deleted.')}
  </EmptyState>
)

function ProjectArticle({ project }: { project: Project }) {
  const [, navigate] = useLocation()
  const { id, title, description, technologies, demoVideoUrl, thumbnail } = project
  const lang = useContentLang()
  return (
    <article className="project-article h-entry">
      <header className="project-article-head">
        <div className="project-article-over">
          <Link href={projectsAddress.href()} className="project-article-back">
            <Icon name="arrow-left" />
            {t('Projects')}
          </Link>
          <ProjectActions project={project} onDeleted={() => navigate(projectsAddress.href())} />
        </div>
        <h1 className="p-name" dir="auto">
          {title}
        </h1>
        <ProjectFacts project={project} />
        <data className="u-url u-uid" value={projectAddress.href({ id })} />
        <RepositoryFacts projectId={id} />
        <ProjectLinks project={project} size="m" withVideo={false} />
      </header>
      {thumbnail && (
        <ProjectThumbnail
          project={project}
          sizes="(min-width: 48rem) 44rem, 100vw"
          isEarly
          alt={t('Picture of {title}', { title })}
        />
      )}
      <p className="project-article-text p-summary" dir="auto" lang={lang}>
        {description}
      </p>
      <ProjectGallery project={project} />
      <TechnologyBadges technologies={technologies} />
      {demoVideoUrl !== '' && (
        <section className="project-section">
          <h2>{t('Demo')}</h2>
          <ProjectVideo project={project} />
        </section>
      )}
      <RepositoryReadme projectId={id} />
      <MentionsOfProject projectId={id} />
    </article>
  )
}

const ProjectFacts = ({ project: { user, createdAt, featured } }: { project: Project }) => (
  <div className="project-article-facts meta">
    <span className="p-author h-card">
      <AuthorLink user={user} className="u-url">
        <Avatar name={user.displayName} image={user.profileImage} size="s" />
        <bdi className="p-name">{user.displayName}</bdi>
      </AuthorLink>
    </span>
    <Time iso={createdAt} as="date" className="dt-published" />
    {featured && (
      <Badge color="amber">
        <Icon name="star" />
        {t('Featured')}
      </Badge>
    )}
  </div>
)
