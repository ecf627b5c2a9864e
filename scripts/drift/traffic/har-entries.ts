/** Receives exchanges while they are read. */
export interface Sink {
  /** A value that may be an exchange, with its number in the input, from 1. */
  value(value: unknown, number: number): void
  /** Returns whether to parse this one; without it, all are parsed. */
  isWanted?: ((number: number) => boolean) | undefined
  /** A line or an item that is not JSON. */
  unreadable(number: number): void
  /** Bytes read so far, and in total; null when the total is unknown. */
  progress?(bytes: number, total: number | null): void
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COLON, COMMA, SPACE] = [
  34, 92, 123, 125, 91, 93, 58, 44, 32,
]
const LONGEST_KEY = 16

/**
 * Extracts the items of a JSON list by counting braces, and parses each separately: the list at `log.entries`, or one
 * at the root. Nothing else is parsed.
 */
export class EntryCutter {
  readonly #sink: Sink
  readonly #longest: number
  #depth = 0
  #inText = false
  #escaped = false
  /** The last string, and the current key of each of the two outermost objects. */
  #text = ''
  readonly #keys = ['', '', '']
  /** The depth of the list whose items are extracted; 0 outside of it. */
  #list = 0
  #wasList = false
  /** Parts of the current item from earlier chunks. */
  #parts: Buffer[] = []
  #bytes = 0
  #inItem = false
  #isOther = false
  #number = 0
  constructor(sink: Sink, longest: number) {
    this.#sink = sink
    this.#longest = longest
  }
  /** Whether the list was found. */
  get found(): boolean {
    return this.#wasList
  }
  /** Whether every brace was closed. */
  get isWhole(): boolean {
    return this.#depth === 0 && !this.#inText
  }

  add(chunk: Buffer): void {
    const { length } = chunk
    let start = 0
    let at = 0
    while (at < length) {
      if (this.#inText) {
        at = this.#throughText(chunk, at)
        continue
      }
      const byte = chunk[at]!
      at += 1
      if (byte <= SPACE) continue
      if (byte === QUOTE) {
        this.#inText = true
        this.#text = ''
        this.#other()
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (this.#list > 0 && this.#depth === this.#list) {
          this.#inItem = true
          start = at - 1
        }
        this.#depth += 1
        if (byte === OPEN_LIST && !this.#wasList && this.#isTheList()) {
          this.#list = this.#depth
          this.#wasList = true
        }
        if (this.#depth < 3) this.#keys[this.#depth] = ''
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (this.#depth === this.#list) {
          this.#ended()
          this.#list = 0
        }
        this.#depth -= 1
        if (this.#inItem && this.#depth === this.#list) {
          this.#item(chunk.subarray(start, at))
          this.#inItem = false
        }
      } else if (byte === COLON) {
        if (this.#depth < 3) this.#keys[this.#depth] = this.#text
      } else if (byte === COMMA) {
        if (this.#depth === this.#list) this.#ended()
      } else this.#other()
    }
    if (this.#inItem) this.#keep(chunk.subarray(start))
  }
  /** Skips a string, up to its end or the end of the chunk. */
  #throughText(chunk: Buffer, from: number): number {
    const { length } = chunk
    const isKey = this.#depth < 3
    let at = from
    let escaped = this.#escaped
    for (; at < length; at += 1) {
      const byte = chunk[at]!
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) {
        this.#inText = false
        break
      }
      if (isKey && this.#text.length < LONGEST_KEY) this.#text += String.fromCharCode(byte)
    }
    this.#escaped = escaped
    return at + 1
  }
  #isTheList(): boolean {
    if (this.#depth === 1) return true
    return this.#depth === 3 && this.#keys[1] === 'log' && this.#keys[2] === 'entries'
  }
  /** Notes a list item that is not an object or a list. */
  #other(): void {
    if (this.#list > 0 && this.#depth === this.#list) this.#isOther = true
  }
  #ended(): void {
    if (!this.#isOther) return
    this.#isOther = false
    this.#number += 1
    this.#sink.unreadable(this.#number)
  }
  #keep(part: Buffer): void {
    this.#bytes += part.length
    // An item that is too long is counted, not stored.
    if (this.#bytes > this.#longest) this.#parts = []
    // A copy, because the caller reuses its buffer.
    else this.#parts.push(Buffer.from(part))
  }
  #item(last: Buffer): void {
    const isTooLong = this.#bytes + last.length > this.#longest
    const text = isTooLong
      ? ''
      : this.#parts.length === 0
        ? last.toString('utf8')
        : Buffer.concat([...this.#parts, last]).toString('utf8')
    this.#parts = []
    this.#bytes = 0
    this.#number += 1
    if (this.#sink.isWanted?.(this.#number) === false) return
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return this.#sink.unreadable(this.#number)
    }
    this.#sink.value(value, this.#number)
  }
}
