import { event } from '#kernel/event.ts'
import type { ProjectInput } from './projects.contract.ts'

/** The member imports a project. It comes first in their project order. */
export const projectImported = event<{ memberId: number; input: ProjectInput; createdAt: Date; updatedAt: Date }>(
  'project.imported',
)
