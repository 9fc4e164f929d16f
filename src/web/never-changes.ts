/** For `useSyncExternalStore`, which then only distinguishes the server and hydration from what follows. */
export const neverChanges = () => () => undefined
