// Runs on the audio thread: collects samples and posts them with their position.

declare const currentFrame: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

const framesAtOnce = 1024
const channels = 2

class AudioTap extends AudioWorkletProcessor {
  samples = new Float32Array(framesAtOnce * channels)
  filled = 0

  process([input = []]: Float32Array[][]): boolean {
    const { length } = input[0] ?? silence
    for (let channel = 0; channel < channels; channel++) {
      this.samples.set(input[channel] ?? input[0] ?? silence, channel * framesAtOnce + this.filled)
    }
    this.filled += length
    if (this.filled < framesAtOnce) return true
    this.port.postMessage({ frame: currentFrame + length - framesAtOnce, samples: this.samples }, [])
    this.filled = 0
    return true
  }
}
const silence = new Float32Array(128)

registerProcessor('audio-tap', AudioTap)
