/** How long a test waits for what surely comes: a busy machine takes its time, and only a fault takes as long as this. */
export const patienceMs = 30_000
