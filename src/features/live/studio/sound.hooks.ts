import tapAddress from './sound-tap.worklet.ts?worker&url'
import type { Thing } from './studio-stage.contract.ts'

/** A piece of what is heard. `frame`: which one since the beginning its first is; `samples`: one channel after the other. */
export interface SoundPiece {
  frame: number
  samples: Float32Array<ArrayBuffer>
}
export type Sound = Awaited<ReturnType<typeof openSound>>
export const soundChannels = 2

/** Mixes microphone and the sound of what is shared. It is the clock of the broadcast: pictures are stamped by it.
 *  @throws DOMException when the browser opens none */
export async function openSound() {
  const context = new AudioContext()
  await context.audioWorklet.addModule(tapAddress)
  const tap = new AudioWorkletNode(context, 'sound-tap', { channelCount: soundChannels, channelCountMode: 'explicit' })
  const microphone = new GainNode(context)
  const meter = new AnalyserNode(context, { fftSize: 1024 })
  const heard = new Float32Array(meter.fftSize)
  microphone.connect(meter).connect(tap).connect(context.destination) // the tap lets nothing through
  const sources = new Map<Thing, MediaStreamAudioSourceNode>()
  const targets: Partial<Record<Thing, AudioNode>> = { microphone, screen: tap }
  let onPiece: ((piece: SoundPiece) => void) | null = null
  tap.port.addEventListener('message', ({ data }: MessageEvent<SoundPiece>) => onPiece?.(data))
  tap.port.start()

  function connect(thing: Thing, stream: MediaStream | null) {
    sources.get(thing)?.disconnect()
    sources.delete(thing)
    const target = targets[thing]
    if (!target || !stream || stream.getAudioTracks().length === 0) return
    const source = context.createMediaStreamSource(stream)
    source.connect(target)
    sources.set(thing, source)
  }

  return {
    sampleRate: context.sampleRate,
    /** Seconds. */
    now: () => context.currentTime,
    /** Browsers make no sound, and no time, before somebody has pressed something. */
    resume: () => context.resume(),
    /** What is heard of it; nothing more with null. A camera has no sound. */
    connect,
    setMuted: (isMuted: boolean) => void (microphone.gain.value = isMuted ? 0 : 1),
    hear: (listener: typeof onPiece) => void (onPiece = listener),
    /** How loud the microphone is now, from 0 to 1. */
    level(): number {
      meter.getFloatTimeDomainData(heard)
      const power = heard.reduce((sum, sample) => sum + sample * sample, 0) / heard.length
      return Math.max(0, Math.min(1, 1 + Math.log10(power || 1e-9) / 5))
    },
    close: () => void context.close(),
  }
}
