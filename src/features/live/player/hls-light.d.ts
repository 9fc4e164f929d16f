/** The light build does not include type declarations. */
declare module 'hls.js/light' {
  export { default, type HlsConfig } from 'hls.js'
}
