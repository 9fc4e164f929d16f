import './recording-link.css'
import { Link } from 'wouter'
import { clockText, spokenTime } from '#features/live/player/play-time.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { type Recording, recordingHref } from './recordings.contract.ts'

/** A recording in a list: title, length, and date. */
export const RecordingLink = ({ recording }: { recording: Recording }) => (
  <Link href={recordingHref(recording)} className="recording-link">
    <span className="recording-link-film">
      <Icon name="play" />
    </span>
    <span className="recording-link-words">
      <bdi className="recording-link-title">{recording.title}</bdi>
      <span className="meta">
        <PlayDuration seconds={recording.seconds} /> · <Time iso={recording.startedAt} as="date" />
      </span>
    </span>
  </Link>
)

/** `1:05`, with minutes and seconds spelled out for screen readers. */
export const PlayDuration = ({ seconds }: { seconds: number }) => (
  <>
    <span aria-hidden="true">{clockText(seconds)}</span>
    <span className="visually-hidden">{spokenTime(seconds)}</span>
  </>
)
