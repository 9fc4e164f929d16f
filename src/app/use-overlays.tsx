import { type ComponentType, useState } from 'react'
import { t } from '#messages/messages.ts'
import { showToast } from '#ui/toasts.ts'
import type { OverlayName, OverlaysProps } from './palette/overlays.tsx'

/** The command palette and the list of shortcuts, whose code is loaded when one of them is first opened. */
export function useOverlays(onSignOut: () => void) {
  const [Overlays, setOverlays] = useState<ComponentType<OverlaysProps> | null>(null)
  const [shown, show] = useState<OverlayName | null>(null)

  async function open(name: OverlayName) {
    try {
      const loaded = (await import('./palette/overlays.tsx')).Overlays
      setOverlays(() => loaded)
      show(name)
    } catch {
      const title = name === 'palette' ? t('Failed to open the command palette') : t('Failed to open the shortcuts')
      showToast({ title, description: t('Check your connection and try again.'), variant: 'error' })
    }
  }
  return {
    open: (name: OverlayName) => void open(name),
    overlay: Overlays && shown && <Overlays shown={shown} onShow={show} onSignOut={onSignOut} />,
  }
}
