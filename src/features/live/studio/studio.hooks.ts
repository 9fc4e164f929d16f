import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import { messageOf } from '#web/api.ts'
import type { QualityName } from './bitrate.contract.ts'
import { type Broadcast, type BroadcastStats, startBroadcast } from './broadcast.hooks.ts'
import { emptyScene, type Scene } from './scene.contract.ts'
import { createScene } from './scene.hooks.ts'

export interface StudioState extends Scene {
  phase: 'off' | 'starting' | 'live'
  quality: QualityName
  /** Whether the server is unreachable. A few seconds are buffered in the meantime. */
  isFailing: boolean
  /** Why the last broadcast could not start or ended unexpectedly. */
  endedFor: string | null
  /** Whether a broadcast was started on this page, so that its status may still be shown. */
  hasBroadcast: boolean
}
export type Studio = ReturnType<typeof createStudio>

const first: StudioState = {
  ...emptyScene,
  phase: 'off',
  quality: '720p',
  isFailing: false,
  endedFor: null,
  hasBroadcast: false,
}

/** A livestream's scene and broadcast. */
function createStudio(livestreamId: number) {
  let state = first
  let broadcast: Broadcast | null = null
  let isClosed = false
  const listeners = new Set<() => void>()
  function set(change: Partial<StudioState>) {
    state = { ...state, ...change }
    listeners.forEach((listener) => listener())
  }
  const scene = createScene({ scene: () => state, set, onFrame: (canvas) => broadcast?.onFrame(canvas) })

  async function start() {
    set({ phase: 'starting', endedFor: null, isFailing: false })
    try {
      const started = await startBroadcast({
        livestreamId,
        quality: state.quality,
        scene,
        onFailing: (isFailing) => state.isFailing !== isFailing && set({ isFailing }),
        onEnd: end,
      })
      const isWanted = !isClosed && state.phase === 'starting'
      broadcast = isWanted ? started : null
      if (isWanted) set({ phase: 'live', hasBroadcast: true })
      else await started.stop('immediately')
    } catch (reason) {
      end(messageOf(reason, reason instanceof Error ? reason.message : t('The broadcast couldn’t start.')))
    }
  }

  function end(endedFor: string | null) {
    broadcast = null
    set({ phase: 'off', isFailing: false, endedFor })
  }

  function stop() {
    void broadcast?.stop()
    end(null)
  }

  return {
    ...scene,
    start,
    stop,
    setQuality: (quality: QualityName) => set({ quality }),
    setCorner: (corner: Scene['corner']) => set({ corner }),
    stats: (): BroadcastStats | null => broadcast?.stats() ?? null,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open() {
      isClosed = false
      scene.open()
    },
    close() {
      isClosed = true
      void broadcast?.stop('immediately')
      end(null)
      scene.close()
    },
  }
}

/** Returns the page's studio, which closes with the page. */
export function useStudio(livestreamId: number): Studio {
  const [studio] = useState(() => createStudio(livestreamId))
  useEffect(() => {
    studio.open()
    const { close } = studio
    const reopen = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pagehide', close)
    addEventListener('pageshow', reopen)
    return () => {
      removeEventListener('pagehide', close)
      removeEventListener('pageshow', reopen)
      close()
    }
  }, [studio])
  return studio
}

export const useStudioState = ({ subscribe, state }: Studio): StudioState =>
  useSyncExternalStore(subscribe, state, state)

/** Returns the broadcast's measurements, updated every second. */
export function useStats(studio: Studio): BroadcastStats | null {
  const [stats, setStats] = useState<BroadcastStats | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setStats(studio.stats()), 1000)
    return () => clearInterval(timer)
  }, [studio])
  return stats
}
