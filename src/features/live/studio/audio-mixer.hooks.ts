import tapAddress from './audio-tap.worklet.ts?worker&url'
import type { SourceName } from './scene.contract.ts'

/** A chunk of audio. `frame` is the index of its first frame; `samples` contains the channels one after the other
 *  (planar). */
export interface AudioChunk {
  frame: number
  samples: Float32Array<ArrayBuffer>
}
export type AudioMixer = Awaited<ReturnType<typeof openAudioMixer>>
export const audioChannels = 2

/** Mixes the microphone and the shared screen's audio. Its clock is the broadcast's clock, which also provides the
 *  timestamps of video frames. @throws DOMException if the browser does not allow audio */
export async function openAudioMixer() {
  const context = new AudioContext()
  await context.audioWorklet.addModule(tapAddress)
  const tap = new AudioWorkletNode(context, 'audio-tap', { channelCount: audioChannels, channelCountMode: 'explicit' })
  const microphone = new GainNode(context)
  const meter = new AnalyserNode(context, { fftSize: 1024 })
  const samples = new Float32Array(meter.fftSize)
  microphone.connect(meter).connect(tap).connect(context.destination) // the tap outputs silence
  const nodes = new Map<SourceName, MediaStreamAudioSourceNode>()
  const targets: Partial<Record<SourceName, AudioNode>> = { microphone, screen: tap }
  let onChunk: ((chunk: AudioChunk) => void) | null = null
  tap.port.addEventListener('message', ({ data }: MessageEvent<AudioChunk>) => onChunk?.(data))
  tap.port.start()

  function connect(source: SourceName, stream: MediaStream | null) {
    nodes.get(source)?.disconnect()
    nodes.delete(source)
    const target = targets[source]
    if (!target || !stream || stream.getAudioTracks().length === 0) return
    const node = context.createMediaStreamSource(stream)
    node.connect(target)
    nodes.set(source, node)
  }

  return {
    sampleRate: context.sampleRate,
    /** Seconds. */
    now: () => context.currentTime,
    /** Browsers start audio and its clock only after a user action. */
    resume: () => context.resume(),
    /** Connects a source's audio; null disconnects it. Cameras have no audio. */
    connect,
    setMuted: (isMuted: boolean) => void (microphone.gain.value = isMuted ? 0 : 1),
    hear: (listener: typeof onChunk) => void (onChunk = listener),
    /** Microphone level from 0 to 1. */
    level(): number {
      meter.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.max(0, Math.min(1, 1 + Math.log10(power || 1e-9) / 5))
    },
    close: () => void context.close(),
  }
}
