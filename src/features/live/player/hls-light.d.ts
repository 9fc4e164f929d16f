/** The light build does not include types. */
declare module 'hls.js/light' {
  export { default, type HlsConfig } from 'hls.js'
}
