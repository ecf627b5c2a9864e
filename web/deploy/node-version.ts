/**
 * The first import of the program, because modules are evaluated in order: an older Node would fail in a later one, and
 * print only a stack.
 */
const OLDEST = 24

if (Number.parseInt(process.versions.node) < OLDEST) {
  process.stderr.write(`paket: Node ${OLDEST} or newer is needed, this is ${process.version}\n`)
  process.exit(1)
}
