import { Card } from '#ui/card.tsx'
import { RecordingLink } from './recording-link.tsx'
import { useRecordings } from './recordings.hooks.ts'

interface RecordingsCardProps {
  livestreamId: number
  title: string
  /** The one that is being watched. */
  except?: number
}

/** What can be watched of a livestream when it is not live; nothing where there is nothing. */
export function RecordingsCard({ livestreamId, title, except }: RecordingsCardProps) {
  const { data = [] } = useRecordings(livestreamId)
  const recordings = data.filter(({ id }) => id !== except)
  if (recordings.length === 0) return null
  return (
    <Card title={title}>
      <ul className="recording-links">
        {recordings.map((recording) => (
          <li key={recording.id}>
            <RecordingLink recording={recording} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
