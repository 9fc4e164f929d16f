import { useSortable } from '@dnd-kit/sortable'
import { t } from '#messages/messages.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ProjectThumbnail } from './project-thumbnail.tsx'
import type { Project } from './projects.contract.ts'

interface Props {
  project: Project
  canMoveUp: boolean
  canMoveDown: boolean
  onStep: (by: -1 | 1) => void
}

/** A project in the reorderable list, with a drag handle and buttons for moving it. */
export function OrderedProject({ project, canMoveUp, canMoveDown, onStep }: Props) {
  const { title, featured } = project
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: project.id,
  })
  const translate = transform ? `0 ${transform.y}px` : undefined
  return (
    <li
      ref={setNodeRef}
      className="ordered-project"
      data-dragging={isDragging || undefined}
      style={{ translate, transition: transition?.replace('transform', 'translate') }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="ordered-project-handle"
        {...attributes}
        {...listeners}
        aria-label={t('Move {title}', { title })}
      >
        <Icon name="menu" />
      </button>
      <ProjectThumbnail project={project} sizes="5rem" />
      <span className="ordered-project-title" dir="auto">
        {title}
        {featured && (
          <span className="meta">
            <Icon name="star" /> {t('Featured')}
          </span>
        )}
      </span>
      <span className="ordered-project-steps">
        <Step
          label={t('Move {title} up', { title })}
          icon="chevron-up"
          isPossible={canMoveUp}
          onStep={() => onStep(-1)}
        />
        <Step
          label={t('Move {title} down', { title })}
          icon="chevron-down"
          isPossible={canMoveDown}
          onStep={() => onStep(1)}
        />
      </span>
    </li>
  )
}

interface StepProps {
  label: string
  icon: 'chevron-up' | 'chevron-down'
  isPossible: boolean
  onStep: () => void
}

/** Stays focusable at either end of the list, so that focus is not lost. */
const Step = ({ label, icon, isPossible, onStep }: StepProps) => (
  <IconButton icon={icon} label={label} size="s" aria-disabled={!isPossible || undefined} onClick={onStep} />
)
