import type { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { PageProps } from '../page.ts'

/** The filters and page of the projects list, from the URL. */
export interface ProjectsAsked {
  page: number
  technology: string | undefined
  username: string | undefined
}

export const projectsQueryOf = ({
  page,
  technology,
  username,
}: PageProps<typeof projectsAddress>['query']): ProjectsAsked => ({
  page,
  technology: technology?.trim() || undefined,
  username: username?.trim() || undefined,
})
