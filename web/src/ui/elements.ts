import type { ReactElement } from 'react'

/**
 * What a component puts beside its other children: elements, but no text. A browser's translator replaces text nodes; React changes a text only if it
 * is the single child of an element.
 */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[]
