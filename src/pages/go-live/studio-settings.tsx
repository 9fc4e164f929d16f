import { t } from '#messages/messages.ts'
import { framesPerSecond, qualities, type QualityName } from '#features/live/studio/bitrate.contract.ts'
import { type Corner, corners, type Device } from '#features/live/studio/scene.contract.ts'
import type { Studio, StudioState } from '#features/live/studio/studio.hooks.ts'
import { Select } from '#ui/field.tsx'
import { LayoutChoice } from './layout-choice.tsx'

interface Props {
  studio: Studio
  state: StudioState
}

/** Layout, devices, and resolution. */
export const StudioSettings = ({ studio, state }: Props) => (
  <div className="studio-settings">
    <LayoutChoice studio={studio} state={state} />
    {state.layout !== 'screen' && (
      <DeviceChoice
        label={t('Camera')}
        devices={state.cameras}
        chosen={state.cameraId}
        onChoose={(id) => void studio.requestSource('camera', id)}
      />
    )}
    <DeviceChoice
      label={t('Microphone')}
      devices={state.microphones}
      chosen={state.microphoneId}
      onChoose={(id) => void studio.requestSource('microphone', id)}
    />
    {state.layout === 'both' && (
      <Select
        label={t('Camera position')}
        value={state.corner}
        onChange={({ target }) => studio.setCorner(corners.find((one) => one === target.value)!)}
      >
        {corners.map((corner) => (
          <option key={corner} value={corner}>
            {cornerNames[corner]}
          </option>
        ))}
      </Select>
    )}
    <Select
      label={t('Resolution')}
      value={state.quality}
      disabled={state.phase !== 'off'}
      hint={state.phase === 'off' ? undefined : t('You can’t change it while you are live.')}
      onChange={({ target }) => studio.setQuality(isQuality(target.value) ? target.value : '720p')}
    >
      {Object.entries(qualities).map(([name, { bits }]) => (
        <option key={name} value={name}>
          {t('{name}, {framesPerSecond} frames per second, {megabits} Mbit/s', {
            name,
            framesPerSecond,
            megabits: bits / 1e6,
          })}
        </option>
      ))}
    </Select>
  </div>
)

const cornerNames: Record<Corner, string> = {
  'top left': t('top left'),
  'top right': t('top right'),
  'bottom left': t('bottom left'),
  'bottom right': t('bottom right'),
}

const isQuality = (name: string): name is QualityName => name in qualities

interface DeviceProps {
  label: string
  devices: Device[]
  chosen: string | null
  onChoose: (id: string) => void
}

const DeviceChoice = ({ label, devices, chosen, onChoose }: DeviceProps) => (
  <Select label={label} value={chosen ?? ''} onChange={({ target }) => target.value && onChoose(target.value)}>
    {chosen === null && <option value="">{t('None')}</option>}
    {devices.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
)
