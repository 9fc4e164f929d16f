import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { canShareScreen } from '#features/live/studio/media-devices.hooks.ts'
import { type Layout, layouts } from '#features/live/studio/scene.contract.ts'
import type { Studio, StudioState } from '#features/live/studio/studio.hooks.ts'
import { Button } from '#ui/button.tsx'
import type { IconName } from '#ui/icon-names.ts'

interface Props {
  studio: Studio
  state: StudioState
}

const names: Record<Layout, string> = { camera: t('Camera'), screen: t('Screen'), both: t('Both') }
const icons: Record<Layout, IconName> = { camera: 'video', screen: 'monitor', both: 'picture-in-picture-2' }

/** Chooses the camera, the screen, or both. Phones cannot share their screen. */
export function LayoutChoice({ studio, state }: Props) {
  const [asking, setAsking] = useState<Layout | null>(null)
  async function choose(layout: Layout) {
    setAsking(layout)
    await studio.chooseLayout(layout)
    setAsking(null)
  }
  return (
    <fieldset className="show-choice">
      <legend className="visually-hidden">{t('What to show')}</legend>
      {layouts
        .filter((layout) => layout === 'camera' || canShareScreen())
        .map((layout) => (
          <Button
            key={layout}
            icon={icons[layout]}
            aria-pressed={state.layout === layout}
            busy={asking === layout}
            onClick={() => void choose(layout)}
          >
            {names[layout]}
          </Button>
        ))}
    </fieldset>
  )
}
