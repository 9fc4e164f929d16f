import type { QueryClient } from '@tanstack/react-query'
import type { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { Project } from '#features/work/projects/projects.contract.ts'
import { projectQuery } from '#features/work/projects/projects.hooks.ts'
import type { PageProps } from '../page.ts'

/** The project that the address shows; null where there is none, undefined while it is not known. */
export function projectIn(
  cache: QueryClient,
  { params }: PageProps<typeof projectAddress>,
): Project | null | undefined {
  return params && cache.getQueryData(projectQuery(params.id).queryKey)
}
