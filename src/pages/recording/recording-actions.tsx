import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { type Recording, recordingHref } from '#features/live/livestreams/recordings.contract.ts'
import { clockText } from '#features/live/player/play-time.contract.ts'
import type { Fullscreen } from '#features/live/player/fullscreen.hooks.ts'
import { Button } from '#ui/button.tsx'
import { share } from '#ui/share.ts'

interface ActionsProps {
  recording: Recording
  /** The current position. */
  second: number
  fullscreen: Fullscreen
}

export function RecordingActions({ recording, second, fullscreen }: ActionsProps) {
  const shareIt = (query: string) =>
    void share({ url: location.origin + recordingHref(recording) + query, title: recording.title })
  return (
    <div className="livestream-actions">
      <Button variant="plain" size="s" icon="share-2" onClick={() => shareIt('')}>
        {t('Share')}
      </Button>
      {second > 0 && (
        <Button variant="plain" size="s" icon="clock" onClick={() => shareIt(`?t=${second}`)}>
          {rich('Share at {time}', { time: <span className="recording-second">{clockText(second)}</span> })}
        </Button>
      )}
      <Button variant="plain" size="s" icon="maximize" onClick={fullscreen.toggle}>
        {t('Fullscreen')}
      </Button>
    </div>
  )
}
