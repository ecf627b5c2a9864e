/** The value at a path of object fields and list indexes, `webkit.messageHandlers.paket`; undefined when a part of the path is missing. */
export const valueAt = (root: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, field) => (typeof at === 'object' && at !== null ? Reflect.get(at, field) : undefined), root)
