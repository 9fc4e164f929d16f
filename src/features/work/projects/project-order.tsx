import './project-order.css'
import { useState } from 'react'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { OrderedProject } from './ordered-project.tsx'
import { useProjectOrder } from './project-order.hooks.ts'
import type { Project } from './projects.contract.ts'
import { useProjects } from './projects.hooks.ts'

interface Props {
  userId: number
  onClose: () => void
}

/** A dialog for ordering a member's projects by dragging, with the keyboard, or one step at a time with buttons. */
export const ProjectOrderDialog = ({ userId, onClose }: Props) => (
  <Dialog
    isOpen
    onClose={onClose}
    title={t('Order of your projects')}
    description={t('Featured projects come before the others.')}
  >
    <Loaded
      query={useProjects({ userId })}
      loading={<Skeletons count={3} label={t('Loading projects')} />}
      failed={t('Error Loading Projects')}
    >
      {(projects) => (projects.length > 1 ? <SortableProjects projects={projects} /> : <TooFew />)}
    </Loaded>
    <div className="dialog-actions">
      <Button variant="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    </div>
  </Dialog>
)

const TooFew = () => <p>{t('Once you have two projects, you can reorder them here.')}</p>

function SortableProjects({ projects }: { projects: Project[] }) {
  const [failure, setFailure] = useState<string>()
  const { shown, move } = useProjectOrder(projects, () => setFailure(notSaved))
  const [announced, setAnnounced] = useState('')
  // Screen readers do not announce content outside an open dialog, so dnd-kit's announcements are rendered here.
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: unknown) => shown.findIndex((project) => project.id === id)
  const titleOf = (id: unknown) => shown[indexOf(id)]?.title ?? ''
  const placeOf = (index: number) => ({ position: index + 1, count: shown.length })

  function moveTo(id: number, to: number) {
    setFailure(undefined)
    return move(id, to)
  }
  function step(project: Project, to: number) {
    const { title } = project
    const { position, count } = placeOf(moveTo(project.id, to))
    setAnnounced(t('{title} moved to position {position} of {count}.', { title, position, count }))
  }
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) moveTo(Number(active.id), indexOf(over.id))
  }
  const announcements: Announcements = {
    onDragStart: ({ active: { id } }) => {
      const { position, count } = placeOf(indexOf(id))
      return t('Picked up {title}, position {position} of {count}.', { title: titleOf(id), position, count })
    },
    onDragOver: ({ active: { id }, over }) => {
      if (!over || over.id === id) return undefined // the initial position has already been announced
      const { position, count } = placeOf(indexOf(over.id))
      return t('{title} is over position {position} of {count}.', { title: titleOf(id), position, count })
    },
    onDragEnd: ({ active: { id }, over }) => {
      const { position, count } = placeOf(indexOf(over?.id ?? id))
      return t('{title} dropped at position {position} of {count}.', { title: titleOf(id), position, count })
    },
    onDragCancel: ({ active: { id } }) => {
      const { position, count } = placeOf(indexOf(id))
      return t('{title} is back at position {position} of {count}.', { title: titleOf(id), position, count })
    },
  }
  return (
    <>
      <div ref={setContainer} className="project-order-said" />
      {container && (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          modifiers={[upAndDown]}
          onDragEnd={onDragEnd}
          accessibility={{ announcements, screenReaderInstructions, container }}
        >
          <SortableContext items={shown} strategy={verticalListSortingStrategy}>
            <ol className="project-order">
              {shown.map((project, index) => (
                <OrderedProject
                  key={project.id}
                  project={project}
                  canMoveUp={shown[index - 1]?.featured === project.featured}
                  canMoveDown={shown[index + 1]?.featured === project.featured}
                  onStep={(by) => step(project, index + by)}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      <output className="visually-hidden">{announced}</output>
      <div role="alert">{failure && <p className="field-error">{failure}</p>}</div>
    </>
  )
}

const notSaved = t('There was an error saving the order. Please try again.')

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

const screenReaderInstructions = {
  draggable: t(
    'Press space or enter to pick up the project, the arrow keys to move it, space or enter to drop it, and escape to cancel.',
  ),
}
