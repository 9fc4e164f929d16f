import type { Devices, SourceName } from './scene.contract.ts'

/** What this browser lacks for it, as a sentence; null when it has everything. */
export function unsupportedReason(): string | null {
  if (!isSecureContext)
    return 'Browsers give camera and microphone only to pages that come over HTTPS, or from your own machine as http://localhost.'
  if (!('VideoEncoder' in globalThis) || !('AudioEncoder' in globalThis) || !('AudioWorkletNode' in globalThis))
    return 'This browser cannot encode video by itself (WebCodecs). Use a new version of Chrome, Edge, Firefox or Safari on a computer.'
  return null
}
export const canShareScreen = (): boolean => 'getDisplayMedia' in navigator.mediaDevices

export type DeviceWatch = ReturnType<typeof watchDevices>

/** Lists cameras and microphones whenever one comes or goes, and when it is asked to: permission gives them their names. */
export function watchDevices(onList: (devices: Devices) => void) {
  let isOver = false
  const refresh = () => void listDevices().then((devices) => !isOver && onList(devices))
  navigator.mediaDevices.addEventListener('devicechange', refresh)
  return {
    refresh,
    stop() {
      isOver = true
      navigator.mediaDevices.removeEventListener('devicechange', refresh)
    },
  }
}

async function listDevices(): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const of = (kind: MediaDeviceKind, noun: string) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }, at) => ({ id: deviceId, name: label || `${noun} ${at + 1}` }))
  return { cameras: of('videoinput', 'Camera'), microphones: of('audioinput', 'Microphone') }
}

const exactly = (id: string | null): MediaTrackConstraints => (id === null ? {} : { deviceId: { exact: id } })
const large = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } }

/** Asks whoever is there for it: that device, or with null whichever there is. The screen comes with its sound, where
 *  browser and system can. @throws DOMException */
export const requestStream: Record<SourceName, (id: string | null) => Promise<MediaStream>> = {
  camera: (id) => navigator.mediaDevices.getUserMedia({ video: { ...exactly(id), ...large } }),
  microphone: (id) =>
    navigator.mediaDevices.getUserMedia({ audio: { ...exactly(id), echoCancellation: true, noiseSuppression: true } }),
  screen: () => navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 30 } }, audio: true }),
}

const kinds = { camera: 'video', microphone: 'audio', screen: 'video' } as const

/** Told once when it ends by itself: unplugged, or stopped from the browser's own bar. */
export function onLoss(stream: MediaStream, source: SourceName, listener: () => void): void {
  stream
    .getTracks()
    .find((track) => track.kind === kinds[source])
    ?.addEventListener('ended', listener, { once: true })
}

export const stopStream = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop())

/** Plays a stream where nobody sees it, to be painted from. */
export function playHidden(stream: MediaStream): HTMLVideoElement {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  void video.play().catch(() => undefined) // it is not there any more
  return video
}
