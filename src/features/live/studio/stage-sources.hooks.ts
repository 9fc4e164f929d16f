import { ask, filmOf, onLoss, stopStream } from './media.hooks.ts'
import { faultOf, losses } from './stage-faults.contract.ts'
import type { StageSound } from './stage-sound.hooks.ts'
import { type Thing, things } from './studio-stage.contract.ts'

interface SourcesOptions {
  sound: StageSound
  isClosed: () => boolean
  /** It is there, or why it is not. */
  onTold: (thing: Thing, fault?: string) => void
}

/** Camera, microphone and screen, as far as they have been given: what is seen as films, what is heard in the sound. */
export function createStageSources({ sound, isClosed, onTold }: SourcesOptions) {
  const streams = new Map<Thing, MediaStream>()
  const films = new Map<Thing, HTMLVideoElement>()

  function hold(thing: Thing, stream: MediaStream) {
    drop(thing)
    streams.set(thing, stream)
    if (thing !== 'microphone') films.set(thing, filmOf(stream))
    onLoss(stream, thing, () => streams.get(thing) === stream && lose(thing))
  }

  function drop(thing: Thing) {
    const stream = streams.get(thing)
    if (stream) stopStream(stream)
    streams.delete(thing)
    films.delete(thing)
    sound.opened()?.connect(thing, null)
  }

  function lose(thing: Thing) {
    drop(thing)
    onTold(thing, losses[thing])
  }

  return {
    has: (thing: Thing) => streams.has(thing),
    /** Null when there is nothing to be seen of it. */
    film: (thing: Thing) => films.get(thing) ?? null,
    deviceId: (thing: Thing) => streams.get(thing)?.getTracks()[0]?.getSettings().deviceId ?? null,
    /** Asks for that device, else for whichever there is. It never throws: what fails is told. */
    async take(thing: Thing, id: string | null = null): Promise<void> {
      try {
        const stream = await ask[thing](id)
        if (isClosed()) return stopStream(stream)
        hold(thing, stream)
        const { connect } = await sound.atHand()
        connect(thing, stream)
        onTold(thing)
      } catch (reason) {
        onTold(thing, faultOf(thing, reason))
      }
    },
    /** Its light goes off. Nothing is told. */
    drop,
    dropAll: () => things.forEach(drop),
  }
}
