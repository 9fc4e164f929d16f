/** How long tests wait for something that must happen: longer than it takes on a busy machine. */
export const patienceMs = 120_000
