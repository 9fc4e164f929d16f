import { Suspense, useEffect, useState } from 'react'
import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { showToast } from '#ui/toasts.ts'

/** Shown instead of a dialog whose code failed to load. */
function Without({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    showToast({
      title: t('Error'),
      description: t('The dialog failed to load. Please reload the page.'),
      variant: 'error',
    })
    onClose()
  }, [onClose])
  return null
}

const ProjectDialog = lazyPart(
  async () => (await import('#features/work/projects/project-dialog.tsx')).ProjectDialog,
  Without,
)
const ProjectOrderDialog = lazyPart(
  async () => (await import('#features/work/projects/project-order.tsx')).ProjectOrderDialog,
  Without,
)

interface AddProps {
  label: string
  variant?: 'primary' | 'quiet'
}

/** Only visible to members. */
export function AddProject({ label, variant = 'primary' }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} icon="plus" className="for-members for-writers" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <ProjectDialog project={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Only visible to members. */
export function OrderProjects() {
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="list" className="for-members" onClick={() => setOpen(true)}>
        {t('Reorder')}
      </Button>
      {isOpen && viewer && (
        <Suspense>
          <ProjectOrderDialog userId={viewer.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
