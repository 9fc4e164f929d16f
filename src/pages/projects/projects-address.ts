import type { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { PageProps } from '../page.ts'

/** The project list's filters and page number, from the URL. */
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
