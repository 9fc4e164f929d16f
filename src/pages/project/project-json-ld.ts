import { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import { projectPicturesQuery } from '#features/work/projects/projects.hooks.ts'
import { type Project } from '#features/work/projects/projects.contract.ts'
import { authorJsonLd, siteReference } from '../json-ld.ts'
import type { PageJsonLd, SiteFacts } from '../page.ts'
import { projectIn } from './project-in.ts'

/** Describes a project. Source: schema.org, SoftwareSourceCode, CreativeWork, BreadcrumbList */
export const projectJsonLd: PageJsonLd<typeof projectAddress> = (cache, address, site) => {
  const project = projectIn(cache, address)
  if (!project) return []
  const { pictures } = cache.getQueryData(projectPicturesQuery(project.id).queryKey) ?? { pictures: [] }
  const images = [...(project.thumbnail ? [project.thumbnail.src] : []), ...pictures.map(({ src }) => src)]
  return [work(project, images, site), breadcrumbs(project, site)]
}

function work(project: Project, images: string[], site: SiteFacts): object {
  const { title, description, githubUrl, deploymentUrl, technologies, repository } = project
  const url = site.url + projectAddress.href({ id: project.id })
  return {
    '@type': githubUrl ? 'SoftwareSourceCode' : 'CreativeWork',
    '@id': url,
    url,
    mainEntityOfPage: url,
    name: title,
    description,
    author: authorJsonLd(project.user, site),
    dateCreated: project.createdAt,
    dateModified: project.updatedAt,
    isPartOf: siteReference(site),
    ...(images.length > 0 && { image: images.map((src) => new URL(src, site.url).href) }),
    ...(technologies.length > 0 && { keywords: technologies }),
    ...(githubUrl && { codeRepository: githubUrl }),
    ...(githubUrl && repository?.language && { programmingLanguage: repository.language }),
    ...(deploymentUrl && { sameAs: deploymentUrl }),
  }
}

function breadcrumbs({ id, title }: Project, site: SiteFacts): object {
  const steps: [name: string, item: string][] = [
    [site.name, `${site.url}/`],
    ['Projects', `${site.url}/projects`],
    [title, site.url + projectAddress.href({ id })],
  ]
  const items = steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}
