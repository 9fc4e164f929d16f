import { t } from '#messages/messages.ts'
import './projects.css'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { PageBar } from '#web/page-bar.tsx'
import { ProjectCard } from '#features/work/projects/project-card.tsx'
import { type Project, projectsPerPage } from '#features/work/projects/projects.contract.ts'
import { projectListQuery, useProjects } from '#features/work/projects/projects.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import type { PageProps, PageView } from '../page.ts'
import { type ProjectsAsked, projectsQueryOf } from './projects-address.ts'
import { ProjectsFilter } from './projects-filter.tsx'
import { AddProject, OrderProjects } from './projects-tools.tsx'

export const projectsView: PageView<typeof projectsAddress> = {
  View: ProjectsPage,
  head: (cache, { query }) => {
    const asked = projectsQueryOf(query)
    const { page, technology, username } = asked
    const site = cache.getQueryData(siteQuery.queryKey)
    const name = site?.name ?? 'Devstead'
    const list = cache.getQueryData(projectListQuery(asked).queryKey)
    const about = [
      technology,
      username && t('by {name}', { name: username }),
      page > 1 && t('Page {page}', { page }),
    ].filter(Boolean)
    return {
      title: [t('Projects'), ...about].join(' · '),
      description: technology
        ? t('What the developers of {name} have built with {technology}.', { name, technology })
        : t('What the developers of {name} have built.', { name }),
      previousPath: page > 1 ? projectsAddress.href({ ...asked, page: page - 1 }) : undefined,
      nextPath: list?.length === projectsPerPage ? projectsAddress.href({ ...asked, page: page + 1 }) : undefined,
      acceptsWebmentions: Boolean(site?.ownerUsername),
      noindex: list?.length === 0 && about.length > 0,
    }
  },
}

function ProjectsPage({ query }: PageProps<typeof projectsAddress>) {
  const asked = projectsQueryOf(query)
  const { data = [] } = useProjects(asked)
  return (
    <div className="page page-wide">
      <SetupBanner />
      <PageHead
        title={t('Projects')}
        subtitle={t('What our members are building')}
        actions={
          <>
            {data.length > 1 && <OrderProjects />}
            <AddProject label={t('Add Project')} />
          </>
        }
      />
      <ProjectList asked={asked} />
    </div>
  )
}

function ProjectList({ asked }: { asked: ProjectsAsked }) {
  const query = useProjects(asked)
  return (
    <Loaded query={query} loading={<LoadingProjects />} failed={t('Error Loading Projects')}>
      {(projects) =>
        projects.length === 0 ? (
          <NoProjects asked={asked} />
        ) : (
          <>
            <ProjectsFilter asked={asked} projects={projects} />
            <ProjectGrid projects={projects} isBusy={query.isPlaceholderData} />
            <PageBar
              page={asked.page}
              totalPages={asked.page + Number(projects.length === projectsPerPage)}
              hrefOf={(page) => projectsAddress.href({ ...asked, page })}
            />
          </>
        )
      }
    </Loaded>
  )
}

function ProjectGrid({ projects, isBusy }: { projects: Project[]; isBusy: boolean }) {
  // On phones, no more than one picture is visible initially. More early ones would delay it, the styles, and the font.
  const early = projects.find(({ thumbnail }) => thumbnail !== null)
  return (
    <ul className="grid project-grid" aria-label={t('Projects')} aria-busy={isBusy}>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} isEarly={project === early} />
        </li>
      ))}
    </ul>
  )
}

const LoadingProjects = () => (
  <div className="skeletons grid" aria-busy="true">
    <output className="visually-hidden">{t('Loading projects')}</output>
    {[1, 2, 3].map((place) => (
      <Skeleton key={place} shape="block" />
    ))}
  </div>
)

function NoProjects({ asked: { page, technology, username } }: { asked: ProjectsAsked }) {
  if (page > 1 || technology !== undefined || username !== undefined) {
    return (
      <EmptyState
        icon="folder-git-2"
        actions={<ButtonLink href={projectsAddress.href()}>{t('View all projects')}</ButtonLink>}
      >
        {technology === undefined
          ? t('There are no projects here.')
          : t('No projects use “{technology}”.', { technology })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="folder-git-2"
      title={t('No Projects Yet')}
      actions={<AddProject label={t('Add Your First Project')} variant="quiet" />}
    >
      {t('Members’ projects will appear here with pictures, links, and technologies.')}
    </EmptyState>
  )
}
