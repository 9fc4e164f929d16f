import type { QueryClient } from '@tanstack/react-query'
import type { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { Project } from '#features/work/projects/projects.contract.ts'
import { projectQuery } from '#features/work/projects/projects.hooks.ts'
import type { PageProps } from '../page.ts'

/** Returns the page's project from the cache; null for an unknown project, undefined while it is loading. */
export function projectIn(
  cache: QueryClient,
  { params }: PageProps<typeof projectAddress>,
): Project | null | undefined {
  return params && cache.getQueryData(projectQuery(params.id).queryKey)
}
