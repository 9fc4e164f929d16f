/** Node.js flags for imports and backups: a smaller heap at the cost of a little speed, because both run
 *  alongside the site. */
export const leanFlags = ['--max-semi-space-size=4', '--heap-growing-percent=25']
