import type { Devices, SourceName } from './scene.contract.ts'
import { t } from '#messages/messages.ts'

/** Returns why this browser cannot broadcast, or null if it can. */
export function unsupportedReason(): string | null {
  if (!isSecureContext)
    return t(
      'Browsers allow camera and microphone access only on pages served over HTTPS, or from your own computer at http://localhost.',
    )
  if (!('VideoEncoder' in globalThis) || !('AudioEncoder' in globalThis) || !('AudioWorkletNode' in globalThis))
    return t(
      'This browser can’t encode video (it lacks WebCodecs). Use a current version of Chrome, Edge, Firefox, or Safari on a computer.',
    )
  return null
}
export const canShareScreen = (): boolean => 'getDisplayMedia' in navigator.mediaDevices

export type DeviceWatch = ReturnType<typeof watchDevices>

/** Lists cameras and microphones when a device is plugged in or removed, and on `refresh`, because device names are
 *  available only after permission is granted. */
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
  const of = (kind: MediaDeviceKind, nameOf: (number: number) => string) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }, at) => ({ id: deviceId, name: label || nameOf(at + 1) }))
  return {
    cameras: of('videoinput', (number) => t('Camera {number}', { number })),
    microphones: of('audioinput', (number) => t('Microphone {number}', { number })),
  }
}

const exactly = (id: string | null): MediaTrackConstraints => (id === null ? {} : { deviceId: { exact: id } })
const large = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } }

/** Asks the member for access to a device; null means any device. Screen capture includes audio if the browser and the
 *  operating system support it. @throws DOMException */
export const requestStream: Record<SourceName, (id: string | null) => Promise<MediaStream>> = {
  camera: (id) => navigator.mediaDevices.getUserMedia({ video: { ...exactly(id), ...large } }),
  microphone: (id) =>
    navigator.mediaDevices.getUserMedia({ audio: { ...exactly(id), echoCancellation: true, noiseSuppression: true } }),
  screen: () => navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 30 } }, audio: true }),
}

const kinds = { camera: 'video', microphone: 'audio', screen: 'video' } as const

/** Calls the listener once if the stream ends unexpectedly because the device was unplugged or the browser stopped the
 *  capture. */
export function onLoss(stream: MediaStream, source: SourceName, listener: () => void): void {
  stream
    .getTracks()
    .find((track) => track.kind === kinds[source])
    ?.addEventListener('ended', listener, { once: true })
}

export const stopStream = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop())

/** Plays a stream in a detached element, as a source of frames. */
export function playHidden(stream: MediaStream): HTMLVideoElement {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  void video.play().catch(() => undefined) // the stream has ended
  return video
}
