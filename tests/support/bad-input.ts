/** Percent-encoded path segments that are not ids. */
export const badIds = ['abc', '-1', '0', '1.5', '1e30', '99999999999', '1,2', '%5B1%5D', '0x10', '%20', '%00', 'null']

/** Request bodies that are not JSON objects. */
export const badBodies: unknown[] = [null, [], 'text', 7, true, [{ content: 'A post' }]]
