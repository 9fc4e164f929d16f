import { Card } from '#ui/card.tsx'
import { RecordingLink } from './recording-link.tsx'
import { useRecordings } from './recordings.hooks.ts'

interface RecordingsCardProps {
  livestreamId: number
  title: string
  /** The recording that is being watched. */
  except?: number
}

/** The recordings of a livestream; nothing if there are none. */
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
