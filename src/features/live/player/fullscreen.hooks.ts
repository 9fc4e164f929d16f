import { useState, useSyncExternalStore } from 'react'

export interface Fullscreen {
  isOn: boolean
  toggle: () => void
}

/** iPhones only support fullscreen for videos. */
interface AppleVideo {
  webkitEnterFullscreen?: () => void
}

/** Toggles fullscreen for an element. */
export function useFullscreen(element: HTMLElement | null, onFailed: () => void): Fullscreen {
  const [isAsking, setAsking] = useState(false)
  const isOn = useSyncExternalStore(
    onChange,
    () => element !== null && document.fullscreenElement === element,
    () => false,
  )
  async function toggle() {
    if (!element || isAsking) return
    setAsking(true)
    try {
      if (isOn) await document.exitFullscreen()
      else await enter(element)
    } catch {
      onFailed()
    } finally {
      setAsking(false)
    }
  }
  return { isOn, toggle: () => void toggle() }
}

async function enter(element: HTMLElement): Promise<void> {
  const video: (HTMLVideoElement & AppleVideo) | null = element.querySelector('video')
  if (!('requestFullscreen' in element) && video?.webkitEnterFullscreen) return video.webkitEnterFullscreen()
  await element.requestFullscreen()
}

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
