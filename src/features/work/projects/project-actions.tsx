import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import type { Project } from './projects.contract.ts'

/** Loaded only for members. If loading fails, the project is shown without its menu. */
const ProjectMenu = lazyPart(
  async () => (await import('./project-menu.tsx')).ProjectMenu,
  () => null,
)

interface Props {
  project: Project
  onDeleted?: () => void
}

/** The menu for a project. Styles reserve its space from the first paint. */
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
