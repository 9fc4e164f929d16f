import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import type { Project } from './projects.contract.ts'

/** Fetched by members alone. Without it the project can be seen all the same. */
const ProjectMenu = lazyPart(
  async () => (await import('./project-menu.tsx')).ProjectMenu,
  () => null,
)

interface Props {
  project: Project
  onDeleted?: () => void
}

/** What a member can do with a project. Its place is kept free from the first paint on, by styles. */
export function ProjectActions(props: Props) {
  const isSignedIn = useSignedIn()
  return (
    <div className="project-actions for-members">
      {isSignedIn && (
        <Suspense>
          <ProjectMenu {...props} />
        </Suspense>
      )}
    </div>
  )
}
