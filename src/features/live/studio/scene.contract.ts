/** What viewers see: the camera, the screen, or the screen with the camera in a corner. */
export const layouts = ['camera', 'screen', 'both'] as const
export type Layout = (typeof layouts)[number]

/** Video and audio sources. */
export const sourceNames = ['camera', 'microphone', 'screen'] as const
export type SourceName = (typeof sourceNames)[number]

/** Position of the camera overlay on the screen. */
export const corners = ['top left', 'top right', 'bottom left', 'bottom right'] as const
export type Corner = (typeof corners)[number]

/** `id` is assigned by the browser for this site only. */
export interface Device {
  id: string
  name: string
}
export interface Devices {
  cameras: Device[]
  microphones: Device[]
}

/** The sources' state, for display. An id is null if there is no device. */
export interface Scene extends Devices {
  /** Null before the member has chosen. */
  layout: Layout | null
  corner: Corner
  cameraId: string | null
  microphoneId: string | null
  isMuted: boolean
  isCameraOff: boolean
  /** Why sources are unavailable. */
  faults: Partial<Record<SourceName, string>>
}
export const emptyScene: Scene = {
  layout: null,
  corner: 'bottom right',
  cameraId: null,
  microphoneId: null,
  isMuted: false,
  isCameraOff: false,
  faults: {},
  cameras: [],
  microphones: [],
}
