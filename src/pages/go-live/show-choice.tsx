import { useState } from 'react'
import { canShareScreen } from '#features/live/studio/media.hooks.ts'
import { type Show, shows } from '#features/live/studio/studio-stage.contract.ts'
import type { Studio, StudioState } from '#features/live/studio/studio.hooks.ts'
import { Button } from '#ui/button.tsx'
import type { IconName } from '#ui/icon-names.ts'

interface Props {
  studio: Studio
  state: StudioState
}

const names: Record<Show, string> = { camera: 'Camera', screen: 'Screen', both: 'Both' }
const icons: Record<Show, IconName> = { camera: 'video', screen: 'monitor', both: 'picture-in-picture-2' }

/** Camera, screen, or the camera in a corner of the screen. Phones have no screens to share. */
export function ShowChoice({ studio, state }: Props) {
  const [asking, setAsking] = useState<Show | null>(null)
  async function choose(show: Show) {
    setAsking(show)
    await studio.show(show)
    setAsking(null)
  }
  return (
    <fieldset className="show-choice">
      <legend className="visually-hidden">What to show</legend>
      {shows
        .filter((show) => show === 'camera' || canShareScreen())
        .map((show) => (
          <Button
            key={show}
            icon={icons[show]}
            aria-pressed={state.show === show}
            busy={asking === show}
            onClick={() => void choose(show)}
          >
            {names[show]}
          </Button>
        ))}
    </fieldset>
  )
}
