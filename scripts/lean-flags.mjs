/** Loads the built modules instead of the TypeScript files. */
export const builtModules = `--import=${new URL('built-modules.mjs', import.meta.url).href}`

/** Node.js flags for the site, whose heap grows slowly: a young generation that is neither large nor so small that
 *  short-lived objects reach the old one. `idle-memory.ts` collects garbage. docs/decisions/149-memory.md */
export const siteFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc', builtModules]

/** Node.js flags for imports and backups: a smaller heap at the cost of a little speed, because both run
 *  alongside the site. */
export const leanFlags = ['--max-semi-space-size=4', '--heap-growing-percent=25', builtModules]

/** Settings for glibc: few arenas, and large blocks are returned to the system when they are
 *  freed. By default, it keeps blocks of up to 32 MB. */
export const leanMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
