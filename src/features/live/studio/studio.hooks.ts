import { useEffect, useState, useSyncExternalStore } from 'react'
import { messageOf } from '#web/api.ts'
import type { QualityName } from './bitrate.contract.ts'
import { type Broadcast, type SendingFacts, startBroadcast } from './broadcast.hooks.ts'
import { emptyStage, type Stage } from './studio-stage.contract.ts'
import { createStudioStage } from './studio-stage.hooks.ts'

export interface StudioState extends Stage {
  phase: 'off' | 'starting' | 'live'
  quality: QualityName
  /** The server is not reached; what is shown meanwhile is kept for some seconds. */
  isFailing: boolean
  /** Why the last broadcast could not begin, or is over by itself. */
  endedFor: string | null
  /** It has been live on this page: what its status says may still be of that. */
  hasBroadcast: boolean
}
export type Studio = ReturnType<typeof createStudio>

const first: StudioState = {
  ...emptyStage,
  phase: 'off',
  quality: '720p',
  isFailing: false,
  endedFor: null,
  hasBroadcast: false,
}

/** Where somebody goes live from: what is shown, and the broadcast of it. */
function createStudio(livestreamId: number) {
  let state = first
  let broadcast: Broadcast | null = null
  let isClosed = false
  const listeners = new Set<() => void>()
  function set(change: Partial<StudioState>) {
    state = { ...state, ...change }
    listeners.forEach((listener) => listener())
  }
  const stage = createStudioStage({ stage: () => state, set, onPicture: (canvas) => broadcast?.onPicture(canvas) })

  async function start() {
    set({ phase: 'starting', endedFor: null, isFailing: false })
    try {
      const started = await startBroadcast({
        livestreamId,
        quality: state.quality,
        stage,
        onFailing: (isFailing) => state.isFailing !== isFailing && set({ isFailing }),
        onEnd: end,
      })
      const isWanted = !isClosed && state.phase === 'starting'
      broadcast = isWanted ? started : null
      if (isWanted) set({ phase: 'live', hasBroadcast: true })
      else await started.stop('at once')
    } catch (reason) {
      end(messageOf(reason, reason instanceof Error ? reason.message : 'The broadcast could not begin.'))
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
    ...stage,
    start,
    stop,
    setQuality: (quality: QualityName) => set({ quality }),
    setCorner: (corner: Stage['corner']) => set({ corner }),
    facts: (): SendingFacts | null => broadcast?.facts() ?? null,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open() {
      isClosed = false
      stage.open()
    },
    close() {
      isClosed = true
      void broadcast?.stop('at once')
      end(null)
      stage.close()
    },
  }
}

/** The studio of the page; it is closed with it. */
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

/** Measures what is sent, every second. */
export function useFacts(studio: Studio): SendingFacts | null {
  const [facts, setFacts] = useState<SendingFacts | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setFacts(studio.facts()), 1000)
    return () => clearInterval(timer)
  }, [studio])
  return facts
}
