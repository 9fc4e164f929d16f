/** What somebody shows: themselves, their screen, or the screen with themselves in a corner. */
export const layouts = ['camera', 'screen', 'both'] as const
export type Layout = (typeof layouts)[number]

/** What picture and sound are taken from. */
export const sourceNames = ['camera', 'microphone', 'screen'] as const
export type SourceName = (typeof sourceNames)[number]

/** Where the camera stands in the picture of the screen. */
export const corners = ['top left', 'top right', 'bottom left', 'bottom right'] as const
export type Corner = (typeof corners)[number]

/** `id`: as this browser gives it to this site; it is no other site's. */
export interface Device {
  id: string
  name: string
}
export interface Devices {
  cameras: Device[]
  microphones: Device[]
}

/** What is before the camera and the microphone, as the page shows it. Ids: null for none. */
export interface Scene extends Devices {
  /** Null until somebody has chosen. */
  layout: Layout | null
  corner: Corner
  cameraId: string | null
  microphoneId: string | null
  isMuted: boolean
  isCameraOff: boolean
  /** Why something cannot be had, by source. */
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
