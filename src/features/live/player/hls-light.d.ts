/** The light build has no types of its own. */
declare module 'hls.js/light' {
  export { default, type HlsConfig } from 'hls.js'
}
