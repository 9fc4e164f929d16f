/** What cannot stand for an id in a path, written as in an address. */
export const badIds = ['abc', '-1', '0', '1.5', '1e30', '99999999999', '1,2', '%5B1%5D', '0x10', '%20', '%00', 'null']

/** What cannot be a JSON object with fields. */
export const badBodies: unknown[] = [null, [], 'text', 7, true, [{ content: 'A post' }]]
