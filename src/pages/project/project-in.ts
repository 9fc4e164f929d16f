import type { QueryClient } from '@tanstack/react-query'
import { IdText } from '#features/ids/ids.contract.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import { projectQuery } from '#features/projects/projects.hooks.ts'
import type { PageAddress } from '../page.ts'

/** The project that the address shows; null where there is none, undefined while it is not known. */
export function projectIn(cache: QueryClient, { params }: PageAddress): Project | null | undefined {
  const id = IdText.safeParse(params.id)
  return id.success ? cache.getQueryData(projectQuery(id.data).queryKey) : null
}
