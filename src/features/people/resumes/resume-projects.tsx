import { useQuery } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { projectListQuery } from '#features/work/projects/projects.hooks.ts'
import { Card } from '#ui/card.tsx'

interface Props {
  viewer: Viewer
  chosen: number[]
  onChange: (ids: number[]) => void
}

/** The member's projects on this site, to choose from. Hidden if they have none. */
export function ResumeProjects({ viewer, chosen, onChange }: Props) {
  const { data: projects = [] } = useQuery(projectListQuery({ userId: viewer.id }))
  if (projects.length === 0) return null
  const withChoice = (id: number, isChosen: boolean) =>
    projects.map((project) => project.id).filter((one) => (one === id ? isChosen : chosen.includes(one)))
  return (
    <Card title={t('Projects on this site')}>
      <fieldset className="resume-choices">
        <legend className="field-hint">{t('Choose the projects to show in your CV. They stay up to date.')}</legend>
        {projects.map(({ id, title }) => (
          <label key={id}>
            <input
              type="checkbox"
              name={`project.${id}`}
              checked={chosen.includes(id)}
              onChange={({ target }) => onChange(withChoice(id, target.checked))}
            />
            <span dir="auto">{title}</span>
          </label>
        ))}
      </fieldset>
    </Card>
  )
}
