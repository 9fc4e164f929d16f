import { pageAsked } from '#features/paging/paging.contract.ts'

/** Which projects the address asks for. */
export interface ProjectsAddress {
  page: number
  technology: string | undefined
  username: string | undefined
}

export const projectsAskedFor = ({ page, technology, username }: Record<string, string>): ProjectsAddress => ({
  page: pageAsked(page),
  technology: technology?.trim() || undefined,
  username: username?.trim() || undefined,
})

/** The address of those projects. */
export function projectsHref({ page = 1, technology, username }: Partial<ProjectsAddress> = {}): string {
  const query = new URLSearchParams()
  if (username !== undefined) query.set('username', username)
  if (technology !== undefined) query.set('technology', technology)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/projects?${query.toString()}` : '/projects'
}
