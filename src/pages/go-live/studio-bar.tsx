import { t } from '#messages/messages.ts'
import type { Studio, StudioState } from '#features/live/studio/studio.hooks.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { AudioMeter } from './audio-meter.tsx'

interface Props {
  studio: Studio
  state: StudioState
  /** Whether the livestream is disabled. */
  isBarred: boolean
}

/** Controls for use while live. */
export const StudioBar = ({ studio, state, isBarred }: Props) => (
  <div className="studio-bar">
    <Button
      icon={state.isMuted ? 'mic-off' : 'mic'}
      aria-pressed={state.isMuted}
      onClick={() => studio.setMuted(!state.isMuted)}
    >
      {state.isMuted ? t('Muted') : t('Mute')}
    </Button>
    <AudioMeter studio={studio} />
    {state.layout !== 'screen' && (
      <Button
        icon={state.isCameraOff ? 'video-off' : 'video'}
        aria-pressed={state.isCameraOff}
        onClick={() => void studio.setCameraOff(!state.isCameraOff)}
      >
        {state.isCameraOff ? t('Camera is off') : t('Turn camera off')}
      </Button>
    )}
    <span className="push" />
    {state.phase === 'live' ? <Stop studio={studio} /> : <Start studio={studio} state={state} isBarred={isBarred} />}
  </div>
)

const Start = ({ studio, state, isBarred }: Props) => (
  <Button
    variant="primary"
    icon="radio"
    busy={state.phase === 'starting'}
    aria-disabled={isBarred}
    onClick={() => void studio.start()}
  >
    {t('Go live')}
  </Button>
)

const Stop = ({ studio }: Pick<Props, 'studio'>) => (
  <ConfirmButton
    variant="primary"
    icon="x"
    confirm={{
      title: t('End the broadcast?'),
      description: t('Viewers will see that the broadcast has ended. You can go live again.'),
      confirmLabel: t('End broadcast'),
      action: async () => studio.stop(),
    }}
  >
    {t('Stop')}
  </ConfirmButton>
)
