/** Flags of Node.js for imports and backups: a smaller heap in exchange for a little speed, because they run next to the
 *  site. */
export const leanFlags = ['--max-semi-space-size=4', '--heap-growing-percent=25']
